/** What fresh memory holds while a substitute is compared with its original, where the user did not say. */
export const POISON = 0xa5;
