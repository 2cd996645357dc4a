// @vitest-environment happy-dom
/** What identifies a record: what is proposed, when it is asked, and what an answer does. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { keyQuestionOf, proposedKeys } from '#contract/connectors/config/key-question.ts'
import { lacksOfAnswer } from '#contract/connectors/config/open-questions.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import { unusedSettings } from '#contract/connectors/config/unused-settings.ts'
import { namingBy } from '#server/engine/kit/key-fields.ts'
import { ownKey } from '#server/engine/kit/record-key.ts'
import { identityOf } from '#server/engine/plan/record-identity.ts'
import { draftOf as assistantDraft } from '#server/features/assistant/drafting.ts'
import { systemOf } from '#server/features/assistant/systems.ts'
import { openQuestions } from '#server/features/connectors/config/open-questions.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'
import { KeyChoice } from '#src/views/builder/lists/KeyChoice.tsx'
import { RowsCard } from '#src/views/builder/lists/RowsCard.tsx'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

afterEach(cleanup)

const orders = [
  { sku: 'a', order_number: 7, customerId: 1, status: 'open', note: 'x', zipCode: '1' },
  { sku: 'b', order_number: 8, customerId: 1, status: 'open', note: '', zipCode: '' },
]
const { source } = shopDraft.config
const draftOf = (change: Partial<SourceConfig>, examples: readonly unknown[], liveVersion: number | null = null) => {
  const shape = { fields: [], examples: [...examples], origin: 'request', takenAt: '2026-11-28T10:00:00.000Z' } as const
  return {
    config: { ...shopDraft.config, source: { type: 'http', url: source.url, isList: true, ...change } as SourceConfig },
    shapes: { ...shopDraft.shapes, source: shape as never },
    liveVersion,
  }
}
const asks = (draft: ReturnType<typeof draftOf>) => lacksOfAnswer(draft).some(({ what }) => what === 'key')

describe('what identifies a record', () => {
  it('is proposed from the sample: in each record, different in each, and named as keys are', () => {
    expect(proposedKeys(orders)).toEqual(['order_number', 'sku'])
    expect(proposedKeys([{ email: 'a@x.test', customer_email: 'b@x.test', order_number: 7, name: 'Anna' }])).toEqual([
      'order_number',
      'email',
    ])
    expect(proposedKeys([{ customer_no: 'C-1', ibanNr: 'x', casino: 'a', no: 1 }])).toEqual(['customer_no', 'ibanNr'])
    expect(proposedKeys([])).toEqual([])
    expect(proposedKeys(['a', 'b'])).toEqual([])
    expect(proposedKeys([{ orderId: null }, { orderId: 1 }])).toEqual([])
  })

  it('is asked of a new list whose records have no usual key, and of nothing else', () => {
    expect(asks(draftOf({}, orders))).toBe(true)
    expect(asks(draftOf({}, orders, 3))).toBe(false)
    expect(asks(draftOf({ keyFields: ['sku'] }, orders))).toBe(false)
    expect(asks(draftOf({ noKey: true }, orders))).toBe(false)
    expect(asks(draftOf({ isList: false }, orders))).toBe(false)
    expect(asks(draftOf({}, []))).toBe(false)
    expect(asks(draftOf({}, [{ id: 1 }, { id: 2 }]))).toBe(false)
    expect(asks(draftOf({}, [{ id: 1 }, { sku: 'b' }]))).toBe(true)
  })

  it('is asked of known fields too, before there is a sample', () => {
    const known = (...paths: string[]) => {
      const draft = draftOf({}, [])
      const fields = paths.map((path) => ({ path, types: ['string' as const], isRequired: false }))
      return { ...draft, shapes: { ...draft.shapes, source: { ...(draft.shapes.source as RecordShape), fields } } }
    }
    const question = (...paths: string[]) => keyQuestionOf(known(...paths).config, known(...paths).shapes)
    expect(question('sku', 'name', 'lines[*].id')).toEqual({ proposed: ['sku'], isSampled: false, isOpen: true })
    expect(question('id', 'name')).toBeNull()
    expect(question()).toBeNull()
  })

  it('is answered by every ready-made template, and by the drafts of the assistant', () => {
    const library = readyMade('http://sandbox.test')
    const open = library.filter(({ config, shapes }) => keyQuestionOf(config, shapes)?.isOpen === true)
    expect(open.map(({ name }) => name)).toEqual([])
    const [template] = library.filter(({ name }) => name === 'Asana tasks')
    if (template === undefined) throw new Error('it is in the library')
    const { keyFields: _, ...keyless } = template.config.source
    const drafted = assistantDraft([{ ...template, config: { ...template.config, source: keyless } }], {
      ...{ source: systemOf(template), target: null, words: new Set<string>(), trigger: null, name: null },
      settings: { limit: null, isOnlyChanged: false },
      message: '',
    })
    expect(drafted.config.source.keyFields).toEqual(['gid'])
  })

  it('is asked of rows, lines of files and lists in events, and not of events that are one record each', () => {
    const database = { engine: 'postgresql', host: 'db', database: 'shop' } as const
    const rows = (more: object, noKey?: true) =>
      draftOf({ type: 'database', databaseConfig: { ...database, ...more }, ...(noKey ? { noKey } : {}) }, orders)
    const keyed = (key: string[], draft = rows({ table: 'orders' })) => ({
      ...draft,
      shapes: { ...draft.shapes, source: { ...(draft.shapes.source as RecordShape), key } as never },
    })
    expect(asks(rows({ query: 'select 1' }))).toBe(true)
    expect(asks(rows({ query: 'select 1', keyColumns: ['sku'] }))).toBe(false)
    expect(asks(rows({ query: 'select 1' }, true))).toBe(false)
    expect(asks(keyed(['sku']))).toBe(false)
    expect(asks(keyed([]))).toBe(true)
    const file = { endpoint: 'https://a.test', container: 'c' }
    const { url: _, ...rest } = source
    const lines = (format: 'csv' | 'ndjson' | 'json') =>
      draftOf({ ...rest, type: 'azure', azureConfig: { ...file, format }, isList: undefined as never }, orders)
    expect([asks(lines('csv')), asks(lines('ndjson')), keyQuestionOf(lines('json').config, lines('json').shapes)]).toEqual([
      true,
      true,
      null,
    ])
    const hook = (isList: boolean) => {
      const draft = draftOf({ isList }, orders)
      return { ...draft, config: { ...draft.config, trigger: { type: 'webhook' as const } } }
    }
    expect([asks(hook(true)), asks(hook(false))]).toEqual([true, false])
    expect(openQuestions(hook(true).config, hook(true).shapes, null)[0]?.path).toBe('/source/keyFields')
    const query = rows({ query: 'select 1' })
    expect(openQuestions(query.config, query.shapes, null)[0]?.path).toBe('/source/databaseConfig/keyColumns')
  })

  it('is answered for rows by key columns', () => {
    const { config, shapes } = draftOf(
      {
        type: 'database',
        databaseConfig: { engine: 'mysql', host: 'db', database: 'shop', query: 'select 1' },
        noKey: true,
        isList: false,
      },
      orders,
    )
    const changes: SourceConfig[] = []
    const draft = { config, shapes, liveVersion: null }
    const { rerender } = render(<RowsCard draft={draft} isWritable onChange={(it) => changes.push(it)} />)
    fireEvent.click(screen.getByRole('radio', { name: 'order_number' }))
    expect(changes[0]).toMatchObject({ databaseConfig: { keyColumns: ['order_number'] } })
    expect(changes[0]).not.toHaveProperty('noKey')
    const table = {
      type: 'database',
      databaseConfig: { engine: 'mysql', host: 'db', database: 'shop', table: 'orders' },
    } as const
    const keyed = { ...shapes, source: { ...(shapes.source as RecordShape), key: ['sku'] } }
    const named = { config: { ...config, source: table as SourceConfig }, shapes: keyed, liveVersion: null }
    rerender(<RowsCard draft={named} isWritable onChange={(it) => changes.push(it)} />)
    expect(screen.getByText('Records are identified by their table key: “sku”.')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('is an error of the deployment of a new connector', () => {
    const { config, shapes } = draftOf({}, orders)
    const message = 'In the source step, choose what identifies a record'
    expect(openQuestions(config, shapes, null)).toContainEqual({ path: '/source/keyFields', message })
    expect(openQuestions(config, shapes, 1).map((it) => it.message)).not.toContain(message)
  })

  it('is answered by a field, or by "nothing does", and the answer can be changed', () => {
    const told: SourceConfig[] = []
    const { config, shapes } = draftOf({}, orders)
    const question = keyQuestionOf(config, shapes)
    if (question === null) throw new Error('it is asked')
    const { rerender } = render(<KeyChoice question={question} config={config} onChange={(it) => told.push(it)} />)
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'order_number' }))
    fireEvent.click(screen.getByRole('radio', { name: 'No identifying field' }))
    expect(told).toEqual([
      { ...config.source, keyFields: ['order_number'] },
      { ...config.source, noKey: true },
    ])
    rerender(
      <KeyChoice
        question={question}
        config={{ ...config, source: { ...config.source, keyFields: ['a', 'b'] } }}
        onChange={(it) => told.push(it)}
      />,
    )
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'a, b' }).checked).toBe(true)
  })

  it('is not said twice: "nothing does" beside key fields is not used', () => {
    const wrong = (more: object) => unusedSettings('/source', 'source', { type: 'http', url: source.url, noKey: true, ...more })
    expect(wrong({})).toEqual([])
    expect(wrong({ keyFields: ['sku'] }).map(({ path }) => path)).toEqual(['/source/noKey'])
    expect(wrong({ type: 'database' })).toEqual([])
    expect(wrong({ type: 'database', databaseConfig: { keyColumns: ['a'] } }).map(({ path }) => path)).toEqual(['/source/noKey'])
  })

  it('is nothing where that was said: not the id of the record either', () => {
    const record = { id: 7 }
    namingBy({ type: 'http', noKey: true })?.(record)
    expect(ownKey(record)).toBeNull()
    expect(identityOf({ source: { type: 'http', noKey: true } as SourceConfig }, [record])).toMatchObject({ by: 'content' })
    expect(namingBy({ type: 'http' })).toBeNull()
  })
})
