/** Shares as people read them: 30.5 %, <0.1 %, 0 %. */
export function percent(share: number): string {
  if (share <= 0) return '0 %';
  if (share < 0.0005) return '<0.1 %';
  return `${(100 * share).toFixed(1)} %`;
}
