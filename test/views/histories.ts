/** How many histories each law runs through, and the first seed. */
export function histories(count: number, environment = process.env): readonly number[] {
  const { RXKUBE_SEED: seed, RXKUBE_HISTORIES: factor = '1' } = environment;
  if (seed !== undefined) return [Number(seed)];

  return Array.from({ length: count * Number(factor) }, (_, at) => at + 1);
}
