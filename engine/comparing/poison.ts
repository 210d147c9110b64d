/** What fresh memory holds while a substitute is compared with its original, unless the user says otherwise. */
export const POISON = 0xa5;
