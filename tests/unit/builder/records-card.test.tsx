// @vitest-environment happy-dom
/** What the card of the records says by itself: the key that is used, and the field that shows changes. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { usualKeyOf } from '#contract/connectors/config/key-question.ts'
import { changeFieldIn } from '#src/machines/builder/lists/list-settings.ts'
import { UsualKey } from '#src/views/builder/lists/KeyChoice.tsx'

afterEach(cleanup)

const source: SourceConfig = { type: 'http', url: 'https://a.test/c', requestMethod: 'GET', isList: true }
const draft = { source, trigger: { type: 'manual' as const } }
const records = [
  { id: 1, code: 'a' },
  { id: 2, code: 'b' },
  { id: 2, code: 'c' },
]

describe('the usual key', () => {
  it('is named with how many records it tells apart', () => {
    expect(usualKeyOf(draft, {}, records)).toEqual({ field: 'id', unique: 1, of: 3 })
    expect(usualKeyOf(draft, {}, records.slice(0, 2))).toEqual({ field: 'id', unique: 2, of: 2 })
  })

  it('is not named where another one is set, or a record has none', () => {
    expect(usualKeyOf({ ...draft, source: { ...source, keyFields: ['code'] } }, {}, records)).toBeNull()
    expect(usualKeyOf({ ...draft, source: { ...source, noKey: true } }, {}, records)).toBeNull()
    expect(usualKeyOf(draft, {}, [...records, { code: 'd' }])).toBeNull()
    expect(usualKeyOf(draft, {}, [])).toBeNull()
  })

  it('is shown before the review, and can be changed', async () => {
    const changes: SourceConfig[] = []
    const found = { field: 'id', unique: 3, of: 3 }
    render(<UsualKey found={found} proposed={['id', 'code']} source={source} onChange={(it) => changes.push(it)} />)
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'What identifies a record?' })
    expect(select.value).toBe('id')
    screen.getByText('Unique and never empty in all sample records (3).')
    await userEvent.selectOptions(select, 'code')
    await userEvent.selectOptions(select, 'No identifying field')
    expect(changes).toMatchObject([{ keyFields: ['code'] }, { noKey: true }])
  })
})

describe('the field that shows changes', () => {
  const at = '2026-11-20T10:00:00Z'
  it.each([
    [[{ id: 1, updated_at: at }], 'updated_at'],
    [[{ id: 1, modified: at, updatedAt: at }], 'updatedAt'],
    [
      [
        { id: 1, updated_at: at },
        { id: 2, updated_at: null },
      ],
      null,
    ],
    [[{ id: 1, updated_at: 'yesterday' }], null],
    [[{ id: 1, created_at: at }], null],
    [[], null],
  ])('of %j is %s', (found, field) => {
    expect(changeFieldIn(found)).toBe(field)
  })
})
