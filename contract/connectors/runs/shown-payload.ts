/** A payload as a person is shown it. */
import Type, { type Static } from 'typebox'

import { Count } from '../../kit/schemas.ts'

/** Characters of a payload that is shown. */
export const shownTextMax = 5_000_000

/** JSON, formatted, every number as it came; secrets masked. `bytes` where it is too large to be shown: of the JSON as it is sent, not as it is formatted. */
export const ShownPayload = Type.Union([Type.Object({ text: Type.String() }), Type.Object({ bytes: Count })])
export type ShownPayload = Static<typeof ShownPayload>
