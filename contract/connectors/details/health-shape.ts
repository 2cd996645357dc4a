/** How well a connector works, as the API tells it; `health.ts` says how it is judged. */
import Type from 'typebox'
import { Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { healths } from './health.ts'

export const HealthShape = Type.Object({
  level: oneOf(...healths),
  reason: Type.String(),
  runId: orNull(Id),
  measuredAt: orNull(Instant),
})
