/** How well a connector works, as the API tells it; `health.ts` says how it is judged. */
import { Object as Shape, String as Text } from 'typebox'
import { Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { healths } from './health.ts'

export const HealthShape = Shape({ level: oneOf(...healths), reason: Text(), runId: orNull(Id), measuredAt: orNull(Instant) })
