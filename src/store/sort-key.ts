/**
 * The key by which names are ordered in any case (D3.3, D12.5): lower case, accents dropped.
 * It is compared byte by byte, so that the order does not depend on a machine's locale or its ICU release.
 */
export function sortKey(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** SQL for the same key, where names are ordered that have none stored. */
export const sortKeySql = (text: string): string =>
  `(regexp_replace(lower(normalize(${text}, NFKD)), '[\u0300-\u036f]', '', 'g') collate "C")`;
