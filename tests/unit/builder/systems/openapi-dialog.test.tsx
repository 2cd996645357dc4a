// @vitest-environment happy-dom
/** Choosing an operation of an OpenAPI document: pasted, from a file, and fetched through the server's guarded way out. */
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type DocumentText, openApiMachine } from '#src/machines/builder/systems/open-api.machine.ts'
import { type OpenApiRead, readOpenApi } from '#src/machines/builder/systems/openapi.ts'
import type { ChosenFile } from '#src/machines/kit/chosen-file.ts'
import { openFile, parseText } from '#src/services/kit/document.service.ts'
import { OpenApiDialog } from '#src/views/builder/systems/OpenApiDialog.tsx'

afterEach(cleanup)

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop API' },
  servers: [{ url: '/api' }],
  paths: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `/things${at}`,
      {
        get: {
          summary: `Thing ${at}`,
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
        },
      },
    ]),
  ),
  components: {
    schemas: {
      Thing: { type: 'object', required: ['id'], properties: { id: {}, parent: { $ref: '#/components/schemas/Thing' } } },
    },
  },
}
const text = JSON.stringify(document)
const fields = [
  { path: 'id', types: ['any'], isRequired: true },
  { path: 'parent', types: ['object'], isRequired: false },
]

function open(fetched = '') {
  const used: unknown[] = []
  const asked: unknown[] = []
  const machine = openApiMachine.provide({
    actors: {
      openFile: fromPromise<string, { file: ChosenFile }>(({ input }) => openFile(input.file)),
      fetchDocument: fromPromise<DocumentText, { address: string }>(async ({ input: { address } }) => {
        asked.push(address)
        return { text: fetched, base: address }
      }),
      readDocument: fromPromise<OpenApiRead, { text: string }>(({ input }) => readOpenApi(input.text, parseText)),
    },
  })
  const actor = createActor(machine).start()
  render(
    <OpenApiDialog
      side="source"
      auth={undefined}
      actor={actor}
      onUse={(change, found) => used.push({ change, found })}
      onLeave={() => used.push('left')}
    />,
  )
  return { user: userEvent.setup({ delay: null }), used, asked }
}

const press = (name: string) => screen.getByRole('button', { name })

it('fills the form from what was pasted, after it was shown', async () => {
  const { user, used } = open()
  await user.click(screen.getByLabelText('Or paste it'))
  await user.paste(text)
  expect((await screen.findByRole('list', { name: 'Operations' })).children).toHaveLength(50)
  screen.getByText('10 more. Narrow the search.')
  await user.type(screen.getByLabelText('Search operations'), 'thing 59')
  await user.click(press('GET /things59 – Thing 59'))
  screen.getByText('2 fields found.')
  screen.getByText(/Fields end here because the schema refers to itself:/)
  screen.getByText(/contains no full server URL/)
  expect(used).toEqual([])
  await user.click(press('Fill the form'))
  expect(used).toMatchObject([{ change: { url: '/api/things59', requestMethod: 'GET' }, found: fields }])
})

it('reads a file, also one of YAML', async () => {
  const { user } = open()
  await user.upload(screen.getByLabelText(/Choose a file/), new File([text], 'openapi.json', { type: 'application/json' }))
  await screen.findByText('Shop API')
  const yaml = 'openapi: 3.1.0\ninfo: { title: Another API }\npaths:\n  /a:\n    get: {}\n'
  await user.upload(screen.getByLabelText(/Choose a file/), new File([yaml], 'openapi.yaml'))
  await screen.findByText('Another API')
})

it('asks the server for an address, and takes what is relative from there', async () => {
  const { user, used, asked } = open(text)
  expect(press('Fetch').getAttribute('aria-disabled')).toBe('true')
  await user.type(screen.getByLabelText('Or enter its URL'), 'https://shop.example.test/docs/openapi.json')
  await user.click(press('Fetch'))
  await user.click(await screen.findByRole('button', { name: 'GET /things0 – Thing 0' }))
  await user.click(press('Fill the form'))
  expect(asked).toEqual(['https://shop.example.test/docs/openapi.json'])
  expect(used).toMatchObject([{ change: { url: 'https://shop.example.test/api/things0' }, found: fields }])
})

it.each([
  ['holds no operations', 'openapi: 3.0.0', 'The document contains no operations.'],
  ['is a page', '<html>', 'This is not an OpenAPI 3 or Swagger 2 document.'],
  ['is neither', 'a: [', /^This is neither JSON nor YAML: unexpected end of the stream/],
])('says so where what was fetched %s', async (_, fetched, said) => {
  const { user } = open(fetched)
  await user.type(screen.getByLabelText('Or enter its URL'), 'https://shop.example.test/docs/openapi.json')
  await user.click(press('Fetch'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(said))
})
