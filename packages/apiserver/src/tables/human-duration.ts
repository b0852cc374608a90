/**
 * Formats a duration as `kubectl` does: at most two units, and the second one only while the first
 * is small. The limits are those of `HumanDuration` of apimachinery.
 *
 * ```text
 * 90 s     1m30s is not said before 2 min: 90s
 * 5 min    5m, 5m20s
 * 1 day    24h; 2d3h from 2 days on, 9d from 8, 3y20d from 2 years on, 9y from 8
 * ```
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1_000);
  if (!(seconds >= -1)) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${String(seconds)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${String(minutes)}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${String(hours)}h`;
  const days = Math.floor(hours / 24);
  if (days < 8) return two(days, 'd', hours % 24, 'h');
  if (days < 2 * 365) return `${String(days)}d`;
  const years = Math.floor(days / 365);
  if (years < 8) return two(years, 'y', days % 365, 'd');

  return `${String(years)}y`;
}

function two(large: number, unit: string, small: number, smallUnit: string): string {
  return `${String(large)}${unit}${small === 0 ? '' : `${String(small)}${smallUnit}`}`;
}
