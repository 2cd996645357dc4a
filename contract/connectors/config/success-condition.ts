/** What a destination must answer. `server/engine/kinds/http/response/success.ts` judges by it. */
import Type, { type Static } from 'typebox'

import { closed } from '../../kit/schemas.ts'

/** Success criteria. What is set must hold, all of it. */
export const SuccessCondition = closed(
  {
    statuses: Type.Optional(
      Type.Array(Type.String({ maxLength: 16 }), {
        maxItems: 16,
        description: 'Statuses with which a delivery is taken: 201, 200-204 or 2xx. Without them every 2xx.',
      }),
    ),
    contentType: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'The content type of the answer, e.g. application/json. Without it any, except a page of HTML.',
      }),
    ),
    field: Type.Optional(
      closed(
        {
          path: Type.String({ minLength: 1, maxLength: 256 }),
          value: Type.Optional(
            Type.String({ maxLength: 256, description: 'As text, e.g. ok, true or 0. Without it the field must only be there.' }),
          ),
        },
        'A field of the answer, which must be JSON then.',
      ),
    ),
  },
  'When an answer of the destination counts as a delivery. Without it every 2xx does that is not a page of HTML; the fields of the answer to a single record are not looked at.',
)
export type SuccessCondition = Static<typeof SuccessCondition>
