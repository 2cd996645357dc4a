/** What the frame of every page reads: parts that other features answer one by one. */
import { type Bell, bellEndpoints, bellShown } from '#contract/alerts/bell.ts'
import { type Start, startEndpoints } from '#contract/shell/start.ts'
import type { Caller, SessionCaller } from '../../platform/security/access.ts'
import { passesMaintenance } from '../kit/maintenance-gate.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'

export type FrameParts = {
  readonly look: (caller: Caller) => Promise<NonNullable<Start['look']>>
  readonly maintenance: (caller: Caller) => Promise<Start['maintenance']>
  readonly session: (caller: SessionCaller) => Promise<Start['session']>
  readonly raised: (caller: Caller, limit: number) => Promise<Pick<Bell, 'raised' | 'alerts'>>
  readonly unread: (caller: Caller, limit: number) => Promise<{ readonly data: Bell['unread']['items']; readonly total: number }>
}

export function frameRoutes(registerEndpoint: RegisterEndpoint, parts: FrameParts): void {
  registerEndpoint(startEndpoints.read, async ({ caller }) => {
    const [look, maintenance, session] = await Promise.all([
      passesMaintenance(caller) ? parts.look(caller) : null,
      parts.maintenance(caller),
      parts.session(caller),
    ])
    return { look, maintenance, session }
  })
  registerEndpoint(bellEndpoints.read, async ({ caller }) => {
    const [active, { data: items, total }] = await Promise.all([parts.raised(caller, bellShown), parts.unread(caller, bellShown)])
    return { ...active, unread: { items, total } }
  })
}
