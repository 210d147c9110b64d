/** Of a package's manifest, what concerns its address. */
export interface Addressed {
  readonly repository?: { readonly type: 'git'; readonly url: string };
  readonly bugs?: { readonly url: string };
  readonly homepage?: string;
}

export function manifest(env?: Readonly<Record<string, string | undefined>>): Addressed;
