import { describe, expect, it } from 'vitest'

import { type PhonePlace, phonePlaces } from '#src/views/kit/table/phone-places.ts'

const placed = (...columns: readonly (string | readonly [string, PhonePlace])[]) =>
  phonePlaces(columns.map((column) => (typeof column === 'string' ? { id: column } : { id: column[0], onPhone: column[1] })))

describe('phonePlaces', () => {
  it('names a row by its first column and puts state and menu beside it', () => {
    expect(placed('number', 'date', 'amount', 'paidBy', 'period', 'status', 'actions')).toEqual([
      'name',
      'fact',
      'fact',
      'rest',
      'rest',
      'state',
      'menu',
    ])
  })

  it('shows a single left value as a fact', () => {
    expect(placed('device', 'address', 'begun', 'used', 'action')).toEqual(['name', 'fact', 'fact', 'fact', 'menu'])
    expect(placed('name', ['key', 'plain'], 'used')).toEqual(['name', 'plain', 'fact'])
  })

  it('shows only the facts that columns ask for, where they do', () => {
    expect(placed('chosen', 'at', ['record', 'name'], 'status', ['error', 'plain'], 'source')).toEqual([
      'choice',
      'rest',
      'name',
      'state',
      'plain',
      'rest',
    ])
  })

  it('names a row by its state where there is nothing else', () => {
    expect(placed('status', 'actions')).toEqual(['name', 'menu'])
  })
})
