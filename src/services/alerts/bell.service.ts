/** By itself, as the bell stands on every page and needs none of the other calls of alerts. */
import { type Bell, bellEndpoints } from '#contract/alerts/bell.ts'
import { type Access, call, once } from '../kit/api-client.ts'

/** One try: the next look comes by itself. */
export const readBell = (access: Access, signal: AbortSignal): Promise<Bell> =>
  call(bellEndpoints.read, { access, signal, patience: once })
