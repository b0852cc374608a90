import { BlockList, isIP } from 'node:net';

/**
 * Says whether `NO_PROXY` keeps a server away from the proxy, by the rules of Go, which `kubectl` follows: a list
 * with commas of names (`example.com` is that and all below it, `.example.com` and `*.example.com` all below),
 * addresses, ranges (`10.0.0.0/8`), each but a range with a port or without, or `*` for everything.
 *
 * @see https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config for the rules
 */
export function isExcludedBy(noProxy: string, host: string, port: number): boolean {
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry === '*' || matches(entry, host.toLowerCase(), port));
}

function matches(entry: string, host: string, port: number): boolean {
  const range = /^(?<start>.+)\/(?<bits>\d{1,3})$/u.exec(entry)?.groups;
  if (range !== undefined) return isWithin(range['start'] ?? '', Number(range['bits']), host);
  const [name, wanted] = nameAndPort(entry);
  if (name === '' || (wanted !== undefined && wanted !== String(port))) return false;
  if (isIP(name) !== 0)
    return isIP(host) !== 0 && isWithin(name, isIP(name) === 6 ? 128 : 32, host);
  const suffix = name.startsWith('*.') ? name.slice(1) : name;

  return suffix.startsWith('.')
    ? host.endsWith(suffix)
    : host === suffix || host.endsWith(`.${suffix}`);
}

function nameAndPort(entry: string): readonly [string, string | undefined] {
  if (isIP(entry) !== 0) return [entry, undefined];
  const { name = entry, port } = /^(?<name>.*):(?<port>[^:\]]*)$/u.exec(entry)?.groups ?? {};

  return [name.replace(/^\[|\]$/gu, ''), port === '' ? undefined : port];
}

function isWithin(start: string, bits: number, host: string): boolean {
  const version = isIP(start);
  if (version === 0 || isIP(host) === 0 || bits > (version === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(start, bits, version === 6 ? 'ipv6' : 'ipv4');

  return list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
