/** A draft of 500 fields on each side and a line between each two, made by the product's own API. */
import type { Session } from '#contract/auth/auth.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import type { ConnectorDetails, ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { lineBetween } from '#src/machines/builder/mapping/lines.ts'

const size = 500
const perGroup = 20
const names = ['id', 'name', 'city', 'street', 'amount'] as const

const fieldsOf = (side: string): ShapeField[] =>
  Array.from({ length: size }, (_, index) => ({
    path: `${side}_${Math.floor(index / perGroup)}.${names[index % names.length]}_${index}`,
    types: [index % names.length === 4 ? 'number' : 'string'],
    isRequired: index % 10 === 0,
  }))

/** Straight across as in most mappings, and every tenth far away. */
const partnerOf = (index: number): number => (index % 10 === 3 ? (index + size / 2) % size : index)

/** The id of the connector. */
export async function bigDraft(address: string, password: string): Promise<string> {
  const call = async <T>(method: string, path: string, token: string, body?: unknown): Promise<T> => {
    const headers = {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'idempotency-key': crypto.randomUUID(),
    }
    const reply = await fetch(`${address}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { accessToken, user } = await call<Session>('POST', '/api/auth/sign-in', '', { email: 'admin@demo.test', password })
  const list = await call<ConnectorListItem[]>('GET', `/api-connectors/dashboard-user-query?userId=${user._id}`, accessToken)
  const { config } = await call<ConnectorDetails>('GET', `/api-connectors/${list[0]?._id}`, accessToken)
  const [source, target] = [fieldsOf('order'), fieldsOf('invoice')]
  const dataMapping = source.flatMap((field, index) => {
    const into = target[partnerOf(index)]
    return into === undefined ? [] : { ...lineBetween([], field, into, { isList: false, listPath: '' }), id: `line-${index}` }
  })
  const made = await call<{ connector: { _id: string } }>('POST', '/api-connectors/', accessToken, {
    connector: { name: 'Big mapping' },
    config: { ...config, name: 'Big mapping', enrichment: [], dataMapping },
  })
  const side = (fields: readonly ShapeField[]) => ({ fields, examples: [], origin: 'typed', takenAt: new Date().toISOString() })
  await call('PUT', `/api-connectors/${made.connector._id}/shapes`, accessToken, {
    source: side(source),
    destination: side(target),
  })
  return made.connector._id
}
