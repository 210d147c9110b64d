/** On how many other inputs, and with how many other places of buffers, results are compared where nobody says. */
export const PERTURBATIONS = 2;
export const PLACEMENTS = 1;
