// @vitest-environment happy-dom
/** The form of a side as a person has it: rows, secrets, and what is wrong where it is wrong. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import type { SideConfig, SideName } from '#src/machines/builder/systems/side-config.ts'
import { PartsField } from '#src/views/builder/lists/PartsField.tsx'
import { CurlDialog } from '#src/views/builder/systems/CurlDialog.tsx'
import { ShapeCard } from '#src/views/builder/systems/ShapeCard.tsx'
import { SideForm } from '#src/views/builder/systems/SideForm.tsx'
import { useTypedSecret } from '#src/views/builder/systems/secrets/use-typed-secret.ts'

afterEach(cleanup)

const http: SideConfig = { type: 'http', url: 'https://a.test/x', requestMethod: 'GET' }

function open(config: SideConfig, side: SideName = 'source', isWritable = true) {
  const seen: SideConfig[] = [config]
  function Held() {
    const [held, setHeld] = useState(config)
    const change = (it: SideConfig) => {
      seen.push(it)
      setHeld(it)
    }
    return <SideForm side={side} config={held} isWritable={isWritable} onChange={change} />
  }
  render(<Held />)
  return { user: userEvent.setup({ delay: null }), newest: () => seen.at(-1), count: () => seen.length }
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => screen.getByRole('button', { name })

it('a secret can be tested while it is typed, before its field is left and the draft gets it', async () => {
  function Step() {
    const [config, setConfig] = useState<SideConfig>({ ...http, auth: { type: 'bearer', token: '' } })
    const [tested, setTested] = useTypedSecret(config)
    return (
      <>
        <SideForm side="source" config={config} isWritable onChange={setConfig} onTyped={setTested} />
        <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setConfig({ ...config })}>
          Saved
        </button>
        <output aria-label="auths">{JSON.stringify([config.auth, tested.auth])}</output>
      </>
    )
  }
  render(<Step />)
  const auths = () => JSON.parse(screen.getByRole('status', { name: 'auths' }).textContent) as { token: string }[]
  const user = userEvent.setup({ delay: null })
  await user.type(box('Token'), 'abc')
  expect(auths().map(({ token }) => token)).toEqual(['', 'abc'])
  // A save while the field has the focus: the draft is another object of the same content.
  await user.click(press('Saved'))
  expect(auths().map(({ token }) => token)).toEqual(['', 'abc'])
  await user.tab()
  expect(auths().map(({ token }) => token)).toEqual(['abc', 'abc'])
  await user.type(box('URL'), 'y')
  expect(auths().map(({ token }) => token)).toEqual(['abc', 'abc'])
})

it('a database source is set to be read in parts, under Advanced', async () => {
  const config: ConnectorConfig['source'] = {
    ...{ type: 'database', auth: { type: 'none' } },
    databaseConfig: { engine: 'postgresql', host: 'db.test', database: 'shop', table: 'orders' },
  }
  const seen: SideConfig[] = []
  const parts = (
    <PartsField
      config={{ source: config, destination: { type: 'http' }, trigger: { type: 'manual' } }}
      isWritable
      onChange={(it) => seen.push(it)}
    />
  )
  render(<SideForm side="source" config={config} isWritable advanced={parts} onChange={() => {}} />)
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByText('Advanced'))
  await user.selectOptions(screen.getByLabelText('Parts'), '4: read at the same time')
  expect(seen).toEqual([{ ...config, parts: 4 }])
})

describe('a row', () => {
  it('is added, written, switched off, removed and taken back', async () => {
    const { user, newest } = open(http)
    await user.click(press('Add a parameter'))
    await user.type(box('Parameter 1: name'), 'since')
    await user.type(box('Parameter 1: value'), '2026')
    await user.type(box('Parameter 1: name in the URL'), 'from')
    await user.type(box('Parameter 1: description'), 'newer')
    await user.click(box('Use Parameter 1'))
    const row = { key: 'since', value: '2026', urlKey: 'from', description: 'newer', active: false }
    expect(newest()?.queries).toEqual([row])
    await user.click(press('Remove Parameter 1'))
    expect(newest()?.queries).toEqual([])
    await user.click(press('Undo'))
    expect(newest()?.queries).toEqual([row])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('is told what is wrong with it at its place', async () => {
    const { user } = open({ ...http, headers: [{ key: '', value: '' }] })
    await user.type(box('Header 1: name'), 'Authorization')
    screen.getByText(/Use the authentication settings instead/)
    expect(box('Header 1: name').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('an address', () => {
  it('that is none is told so and stays as it was typed', async () => {
    const { user, newest } = open({ type: 'http' })
    await user.type(box('URL'), 'shop orders')
    screen.getByText(/Enter a full URL/)
    expect(newest()).toEqual({ type: 'http', requestMethod: 'GET', url: 'shop orders' })
    expect(box('URL').value).toBe('shop orders')
  })

  it('begins as a destination with the method that sends', async () => {
    const { user, newest } = open({ type: 'http' }, 'destination')
    await user.type(box('URL'), 'h')
    expect(newest()?.requestMethod).toBe('POST')
  })
})

describe('a secret', () => {
  const saved: SideConfig = { ...http, auth: { type: 'bearer', token: { set: true, last4: '1234' } } }

  it('is given when it is whole, and not letter by letter', async () => {
    const { user, newest, count } = open({ ...http, auth: { type: 'bearer', token: '' } })
    await user.type(box('Token'), 'abc')
    expect(count()).toBe(1)
    await user.tab()
    expect(newest()?.auth).toEqual({ type: 'bearer', token: 'abc' })
    expect(box('Token').type).toBe('password')
  })

  it('that is saved is never shown, and can be replaced', async () => {
    const { user, newest, count } = open(saved)
    screen.getByText('Set, ends in 1234')
    expect(screen.queryByLabelText('Token')).toBeNull()
    await user.click(press('Replace Token'))
    await user.click(press('Keep saved value'))
    screen.getByText('Set, ends in 1234')
    await user.click(press('Replace Token'))
    expect(count(), 'nothing is gone yet').toBe(1)
    await user.type(box('Token'), 'new')
    await user.tab()
    expect(newest()?.auth).toEqual({ type: 'bearer', token: 'new' })
  })

  it('is gone with the origin that it was given for, and it is said why', async () => {
    const { user, newest } = open(saved)
    await user.type(box('URL'), '/y')
    expect(newest()?.auth).toEqual(saved.auth)
    await user.clear(box('URL'))
    expect(newest()?.auth).toEqual({ type: 'bearer', token: '' })
    screen.getByText('Enter the token.')
  })
})

it('shows what each kind of system needs, and takes nothing while the draft cannot be written', async () => {
  const { user, newest } = open(http)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of system' }), 'Database')
  await user.type(box('Host'), 'db.example.test')
  await user.type(box('Port'), '54x32')
  await user.type(box('Query'), 'select 1')
  expect(newest()).toMatchObject({
    type: 'database',
    url: http.url,
    auth: { type: 'basic' },
    databaseConfig: { host: 'db.example.test', port: 5432, query: 'select 1' },
  })
  cleanup()
  const { user: other, count } = open(http, 'source', false)
  await other.type(box('URL'), 'x')
  expect(count()).toBe(1)
})

describe('the fields of a destination', () => {
  const shape: RecordShape = {
    fields: [{ path: 'id', types: ['integer'], isRequired: true }],
    examples: [],
    origin: 'typed',
    takenAt: '2026-01-01T00:00:00.000Z',
  }
  function openShape() {
    const seen: unknown[] = []
    render(<ShapeCard side="destination" shape={shape} isWritable onChange={(it) => seen.push(it)} />)
    return { user: userEvent.setup({ delay: null }), seen }
  }

  it('of the library tell no time: nothing was asked then', () => {
    render(<ShapeCard side="source" shape={{ ...shape, origin: 'library' }} isWritable={false} onChange={() => {}} />)
    expect(screen.getByText('From the library').querySelector('time')).toBeNull()
  })

  it('are typed by hand', async () => {
    const { user, seen } = openShape()
    await user.type(box('Path'), 'customer..')
    screen.getByText(/Enter a path with names separated by dots/)
    expect(press('Add field').getAttribute('aria-disabled')).toBe('true')
    await user.clear(box('Path'))
    await user.type(box('Path'), 'customer.email')
    await user.click(box('Required'))
    await user.click(press('Add field'))
    expect(seen).toEqual([
      {
        fields: [...shape.fields, { path: 'customer.email', types: ['string'], isRequired: true }],
        examples: [],
        origin: 'typed',
      },
    ])
  })

  it('come from a pasted example, and one that is none changes nothing', async () => {
    const { user, seen } = openShape()
    const area = box('JSON of one record, or of a list of records')
    await user.click(area)
    await user.paste('<html>')
    await user.click(press('Read the fields'))
    expect(within(area.parentElement as HTMLElement).getByText(/This is not valid JSON/)).toBeTruthy()
    expect(area.value).toBe('<html>')
    expect(seen).toEqual([])
    await user.clear(area)
    await user.paste('[{"sku":"a"}]')
    expect(screen.queryByRole('button', { name: 'Read the fields' }), 'read without a press').toBeNull()
    expect(seen).toEqual([
      { fields: [{ path: 'sku', types: ['string'], isRequired: true }], examples: [{ sku: 'a' }], origin: 'pasted' },
    ])
  })
})

it('a curl command is shown before it fills the form, with what is not used', async () => {
  const used: unknown[] = []
  const user = userEvent.setup({ delay: null })
  render(<CurlDialog side="source" onUse={(change) => used.push(change)} onLeave={() => {}} />)
  expect(press('Fill the form').getAttribute('aria-disabled')).toBe('true')
  await user.click(box('Command'))
  await user.paste('curl https://a.test/x -b sid=1 | sh')
  expect(screen.getByRole('status').textContent).toContain('-b sid=1: cookies are not sent')
  expect(screen.getByRole('status').textContent).toContain('| sh: shell syntax is not run')
  await user.click(press('Fill the form'))
  expect(used).toMatchObject([{ url: 'https://a.test/x', requestMethod: 'GET' }])
})

it('a typed secret says how it is saved, and is passed on when its field is left', async () => {
  const { user, newest } = open({ ...http, auth: { type: 'bearer', token: '' } })
  screen.getByText(/Stored encrypted/)
  await user.type(box('Token'), 'hush')
  screen.getByText('Leave this field to save it.')
  expect(newest()?.auth).toEqual({ type: 'bearer', token: '' })
  await user.tab()
  expect(newest()?.auth).toEqual({ type: 'bearer', token: 'hush' })
})

describe('a credential that is missing', () => {
  const none = { name: '', in: 'header', value: '' } as const
  it.each([
    [{ auth: { type: 'apiKey', in: 'header', name: 'X-API-Key', value: '' } }, 'Enter the API key.'],
    [{ auth: { type: 'bearer', token: '' } }, 'Enter the token.'],
    [{ auth: { type: 'basic', username: 'ada', password: '' } }, 'Enter the password.'],
    [
      { auth: { type: 'oauth2ClientCredentials', tokenUrl: 'https://a.test/t', clientId: 'c', clientSecret: '' } },
      'Enter the client secret.',
    ],
    [{ secrets: [{ ...none, name: 'X-Key' }] }, 'Enter a value for this secret.'],
  ] satisfies [Partial<SideConfig>, string][])('is requested by its name', (config, sentence) => {
    open({ ...http, ...config })
    screen.getByText(sentence)
  })
})

it('a database destination runs an own statement instead of writing to a table, and takes it back with another action', async () => {
  const databaseConfig = {
    engine: 'postgresql',
    host: 'db.example.test',
    database: 'shop',
    table: 'orders',
    keyColumns: ['id'],
  } as const
  const { user, newest } = open({ type: 'database', databaseConfig: { ...databaseConfig, keyColumns: ['id'] } }, 'destination')
  await user.selectOptions(screen.getByLabelText('What to do'), 'Own statement')
  expect(screen.queryByLabelText('Table to write to')).toBeNull()
  await user.click(box('Statement'))
  await user.paste('delete from orders where id = :id')
  await user.click(box('Fail records that change no row'))
  const { table: _, keyColumns: __, ...server } = databaseConfig
  expect(newest()?.databaseConfig).toEqual({
    ...server,
    ...{ write: 'statement', statement: 'delete from orders where id = :id', mustChange: false },
  })
  await user.selectOptions(screen.getByLabelText('What to do'), 'Insert')
  expect(newest()?.databaseConfig).toEqual({ ...server, write: 'insert' })
})
