/** How well a connector works, as the API tells it; `health.ts` says how it is judged. */
import { Object as Shape, String as Text } from 'typebox'

import { healths } from './health.ts'
import { Id, Instant, oneOf, orNull } from './schemas.ts'

export const HealthShape = Shape({ level: oneOf(...healths), reason: Text(), runId: orNull(Id), measuredAt: orNull(Instant) })
