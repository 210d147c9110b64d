/** How a run that was ended early is called: by the user, or by the end of its window. */
export function endWords(state: { readonly interrupted?: true }): 'Interrupted' | 'Cancelled' {
  return state.interrupted === true ? 'Interrupted' : 'Cancelled';
}
