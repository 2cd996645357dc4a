/** What an HTTP system must answer. `server/engine/kinds/http/response/success.ts` judges by it. */
import Type, { type Static } from 'typebox'

import { closed } from '../../kit/schemas.ts'

/** Success criteria. What is set must hold, all of it. */
export const SuccessCondition = closed(
  {
    statuses: Type.Optional(
      Type.Array(Type.String({ maxLength: 16 }), {
        maxItems: 16,
        description:
          'Statuses that count as a success: 201, 200-204 or 2xx. Sources and enrichments accept only 2xx. Default: every 2xx.',
      }),
    ),
    contentType: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'The content type of the response, e.g. application/json. Default: any, except an HTML page.',
      }),
    ),
    field: Type.Optional(
      closed(
        {
          path: Type.String({ minLength: 1, maxLength: 256 }),
          value: Type.Optional(
            Type.String({ maxLength: 256, description: 'As text, e.g. ok, true or 0. Default: the field only has to exist.' }),
          ),
        },
        'A field of the response, which must then be JSON. If set, only this field decides, and other reported errors are ignored.',
      ),
    ),
  },
  'When a response counts as a success. Default: every 2xx, except an HTML page and a response that reports an error.',
)
export type SuccessCondition = Static<typeof SuccessCondition>
