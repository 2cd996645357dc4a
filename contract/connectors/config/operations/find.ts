/** Looking for a record in the destination before it is sent: what is found is changed, what is not is created. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'

const path = (description: string) => Type.String({ minLength: 1, maxLength: 256, description })
const url = (description: string) => Type.String({ maxLength: 2_048, description })

export const findMethods = ['GET', 'POST'] as const
export const changeMethods = ['PATCH', 'PUT', 'POST'] as const
export const severalChoices = ['fail', 'first'] as const

/** URLs belong to the origin of the destination. Fields of the record are in single braces. */
export const FindRequest = closed({
  method: oneOf(...findMethods),
  url: url('With fields of the record, such as https://api.example.com/contacts?email={email}'),
  body: Type.Optional(Type.String({ maxLength: 16_384, description: 'For POST: JSON with record fields.' })),
  resultPath: Type.String({
    maxLength: 256,
    description: 'Where the list or the record is in the response. Empty: the whole response.',
  }),
  matchPath: Type.Optional(path('In a result: the value that must match the record. Default: every result counts.')),
  matchField: Type.Optional(path('In the record: the same value.')),
  /** What happens when several are found. Default `fail`. */
  onMany: Type.Optional(oneOf(...severalChoices)),
})
export type FindRequest = Static<typeof FindRequest>

/** `{found.id}` is a value of what was found. */
export const ChangeRequest = closed({
  method: oneOf(...changeMethods),
  url: url('With values of what was found, such as https://api.example.com/contacts/{found.id}'),
})
export type ChangeRequest = Static<typeof ChangeRequest>

/** Fields that begin so are of what was found. */
export const foundPrefix = 'found.'
