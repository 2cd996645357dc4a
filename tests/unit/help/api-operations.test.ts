/** The description of the API as people read it. */
import { expect, it } from 'vitest'
import { curlOf, foundOperations, operationsOf, typeScriptOf } from '#src/machines/help/api-operations.ts'

const [name, answer] = [
  { type: 'string', maxLength: 9 },
  { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
]
const document = {
  paths: {
    '/things/{id}': {
      put: {
        ...{ summary: "Change a thing's name", tags: ['things'], 'x-scope': 'integrations:write' },
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                ...{ type: 'object', required: ['name', 'until', 'kinds'] },
                properties: {
                  ...{ name, note: name, until: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] } },
                  kinds: { type: 'array', items: { enum: ["it's", 'b'] } },
                },
              },
            },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: answer } } }, default: {} },
      },
    },
    '/secret': { get: { tags: ['things'], 'x-scope': 'session', responses: {} } },
  },
}

it('lists what an API key may call, with its fields and a body that fits', () => {
  const [operation, ...others] = operationsOf(document)
  expect(others).toEqual([])
  expect(operation).toMatchObject({
    method: 'PUT',
    path: '/things/{id}',
    area: 'things',
    scope: 'integrations:write',
    status: '200',
  })
  expect(operation?.parameters).toEqual([{ name: 'id', isRequired: true, type: 'string, in the path' }])
  expect(operation?.body).toEqual([
    { name: 'name', isRequired: true, type: 'string, at most 9 characters' },
    { name: 'note', isRequired: false, type: 'string, at most 9 characters' },
    { name: 'until', isRequired: true, type: 'time (ISO 8601, UTC) or null' },
    { name: 'kinds', isRequired: true, type: 'list of "it\'s" | "b"' },
  ])
  expect(operation?.sample).toEqual({ name: 'text', until: null, kinds: ["it's"] })
  expect(operation?.reply).toEqual([{ name: 'id', isRequired: true, type: 'string' }])
})

it('writes calls that a shell and a program take as they are', () => {
  const [operation] = operationsOf(document)
  if (!operation) throw new Error('no operation')
  expect(curlOf(operation, 'http://x')).toBe(
    [
      "curl -X PUT 'http://x/things/{id}'",
      '  -H "Authorization: Bearer $DATACRANE_API_KEY"',
      "  -H 'Content-Type: application/json'",
      `  -d '{"name":"text","until":null,"kinds":["it'\\''s"]}'`,
    ].join(' \\\n'),
  )
  expect(typeScriptOf(operation, 'http://x')).toContain(`body: JSON.stringify({"name":"text","until":null,"kinds":["it's"]}),`)
})

it('finds an operation by words of its path, summary, permission and fields', () => {
  const operations = operationsOf(document)
  for (const search of ['', 'THING', 'until', 'integrations:write name'])
    expect(foundOperations(operations, search)).toHaveLength(1)
  expect(foundOperations(operations, 'thing nowhere')).toEqual([])
})
