/** How long a request of one system may take. `server/outbound/limits.ts` enforces it. */
import Type, { type Static } from 'typebox'

import { closed } from '../../kit/schemas.ts'

/** Seconds. The connection itself has five. */
export const timeoutLimits = { firstByteDefault: 60, firstByteMax: 300, totalDefault: 120, totalMax: 900 } as const

export const Timeouts = closed(
  {
    firstByteSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: timeoutLimits.firstByteMax,
        description: 'Seconds until the response must begin. Default: 60.',
      }),
    ),
    totalSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: timeoutLimits.totalMax,
        description: 'Seconds until the response must be complete. Default: 120, or a minute more than until its beginning.',
      }),
    ),
  },
  'Time limits for one request to an HTTP system. Connecting has 5 seconds.',
)
export type Timeouts = Static<typeof Timeouts>
