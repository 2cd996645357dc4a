/** A second request for each delivered record, such as writing the new id back to the source. It has its own outcome: the record stays delivered. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'

export const afterwardsMethods = ['PUT', 'PATCH', 'POST', 'DELETE'] as const
export const afterwardsSides = ['source', 'destination'] as const

/** The URL belongs to the origin of its side, whose authentication and headers the request has. Fields of the record are in single braces. */
export const AfterwardsRequest = closed({
  side: oneOf(...afterwardsSides),
  method: oneOf(...afterwardsMethods),
  url: Type.String({
    maxLength: 2_048,
    description: 'With values of the record and of the response, such as https://shop.example.com/orders/{orderId}',
  }),
  body: Type.Optional(
    Type.String({
      maxLength: 16_384,
      description: 'JSON with values of the record and of the response, such as {"erpId": "{answer.id}"}',
    }),
  ),
  /** Of a record without one of the values: `false`, and no request is needed; else it failed. */
  required: Type.Optional(Type.Boolean()),
})
export type AfterwardsRequest = Static<typeof AfterwardsRequest>

/** Fields that begin so are of the response to the delivery. */
export const answerPrefix = 'answer.'
