/** Which addresses of a configuration connectors may not reach, told before a run meets it. */
import type { ConnectorConfig } from '../../contract/config.ts'
import type { FieldProblem } from '../../contract/problem.ts'
import type { Closed, Outbound } from '../outbound/outbound.ts'

const why: Readonly<Record<Closed, string>> = {
  address: '. Your operator can allow private addresses with EGRESS_ALLOW.',
  port: ': of the ports below 1024 only 80 and 443 are open to them.',
  path: ': of this server only the sandbox is open to them.',
}

function sidesOf({ source, destination }: ConnectorConfig) {
  const sides = [
    { name: 'source', text: source.url },
    { name: 'destination', text: destination.url },
  ] as const
  return sides.flatMap(({ name, text }) => (text && URL.canParse(text) ? [{ name, url: new URL(text) }] : []))
}

const told = (name: 'source' | 'destination', { host }: URL, closed: Closed): FieldProblem => ({
  path: `/${name}/url`,
  message: `The ${name} ${host} is not an address that connectors may reach${why[closed]}`,
})

/** What the addresses themselves say. Opens nothing. */
export function checkAddresses(config: ConnectorConfig, { closed }: Pick<Outbound, 'closed'>): FieldProblem[] {
  return sidesOf(config).flatMap(({ name, url }) => {
    const it = closed(url)
    return it === null ? [] : [told(name, url, it)]
  })
}

/** Also asks to which addresses their names lead now. A name that leads nowhere is no fault: it may do so when a run begins. */
export async function checkReach(config: ConnectorConfig, { closedNow }: Pick<Outbound, 'closedNow'>): Promise<FieldProblem[]> {
  const found = await Promise.all(
    sidesOf(config).map(async ({ name, url }) => {
      const it = await closedNow(url)
      return it === null ? [] : [told(name, url, it)]
    }),
  )
  return found.flat()
}
