/** What a message says with a word in the place of a name. */
import { describe, expect, it } from 'vitest'
import { isForeignLanguage } from '#server/features/assistant/rewording/languages.ts'
import { unknownRhythmIn } from '#server/features/assistant/rewording/nicknames.ts'
import { type Previous, reworded } from '#server/features/assistant/rewording/rewording.ts'

const connector = (id: string, name: string, everySeconds: number | null = null, cron: string | null = null) => ({
  ...{ id, name, everySeconds, cron },
})
const connectors = [
  connector('o', 'Orders to CRM, every 5 minutes', 300),
  connector('i', 'Orders to invoicing'),
  connector('c', 'Customers to newsletter', null, '0 * * * *'),
  connector('n', 'Contact backup', null, '30 2 * * *'),
  connector('s', 'Slow shop to busy system', 86_400),
]

const read = (message: string, previous: Partial<Previous> | null = null, pageId: string | null = null) =>
  reworded({
    ...{ message, connectors, pageId },
    previous: previous === null ? null : { message: '', named: [], list: [], said: '', ...previous },
  })

describe('a connector is known', () => {
  it.each([
    ['When did the newsletter one run?', 'When did Customers to newsletter run?'],
    ['Is our invoicing sync ok?', 'Is Orders to invoicing ok?'],
    ['how much did the 5 minute order sync deliver', 'how much did Orders to CRM, every 5 minutes deliver'],
    ['pause the hourly one', 'pause Customers to newsletter'],
    ['please resume the nightly sync', 'please resume Contact backup'],
    ['when does the every-5-minutes connector run next', 'when does Orders to CRM, every 5 minutes run next'],
  ])('by a word of its name or its schedule: %s', (message, expected) => {
    expect(read(message)).toEqual([expected])
  })

  it.each(['Is the order sync ok?', 'Is the slow one ok?', 'Which one failed?', 'Why did the last run fail?', 'the weekly sync'])(
    'only where one alone is meant: %s',
    (message) => {
      expect(read(message)).toEqual([message])
    },
  )

  it('by the page that is open', () => {
    expect(read('Is this one ok?', null, 'c')).toEqual(['Is Customers to newsletter ok?'])
    expect(read('why did this take so long?', null, 's')).toEqual(['why did Slow shop to busy system take so long?'])
    expect(read('How many records failed this week?', null, 'c')).toEqual(['How many records failed this week?'])
    expect(read('Is this one ok?')).toEqual(['Is this one ok?'])
  })
})

it('a schedule that no connector has is named', () => {
  expect(unknownRhythmIn('when does the weekly sync run?', connectors)).toBe('weekly sync')
  expect(unknownRhythmIn('when does the nightly sync run?', connectors)).toBeNull()
  expect(unknownRhythmIn('create a weekly sync from Shopify to HubSpot', connectors)).toBeNull()
})

describe('what points at the answer before', () => {
  const list = { named: ['i', 'c'], list: ['i', 'c'] }

  it('is a place in its list', () => {
    expect(read('why did the second one fail?', list)).toEqual(['why did Customers to newsletter fail?'])
    expect(read('why did the fifth one fail?', list)).toEqual(['why did the fifth one fail?'])
  })

  it('is the other one, with the same question', () => {
    const before = { message: 'why did Orders to invoicing fail?', named: ['i'], list: ['i', 'c'] }
    expect(read('and the other one?', before)).toEqual(['why did Customers to newsletter fail?'])
    const three = { ...before, list: ['i', 'c', 'n'] }
    expect(read('and the others?', three)).toEqual(['why did Customers to newsletter fail?', 'why did Contact backup fail?'])
  })

  it('is a correction', () => {
    const before = { message: 'pause Orders to invoicing pls', named: ['i'] }
    expect(read('no wait, I meant the newsletter one', before)).toEqual(['pause Customers to newsletter pls'])
    expect(read('sorry, newsletter', before)).toEqual(['pause Customers to newsletter pls'])
    expect(read('no, why is it failing?', before)).toEqual(['no, why is it failing?'])
  })

  it('is what it counted', () => {
    const before = { message: 'Is Customers to newsletter ok?', named: ['c'], said: 'Of 80 records, 4 failed in the last run.' }
    expect(read('show me those 4', before)).toEqual(['List the failed records of Customers to newsletter'])
    expect(read('show me those 7', before)).toEqual(['show me those 7'])
  })
})

it.each([
  ['good morning, is anything on fire?', 'Is everything ok?'],
  ['how are things looking right now?', 'Is everything ok?'],
  ["what's wrong with Orders to invoicing?", 'Why is Orders to invoicing failing?'],
  ['nothing arrives from Orders to invoicing, what is wrong with it?', 'Why does Orders to invoicing deliver nothing?'],
  ['how long until Contact backup runs again?', 'When does Contact backup run next?'],
  ["have we got edits that aren't deployed yet?", 'Which connectors have undeployed changes?'],
  ['how long until the next order sync?', 'When is the next order sync'],
  ['how many customers landed in the CRM today?', 'how many customers were delivered to the CRM today'],
  ['How many orders did the invoicing system accept today?', 'how many orders were delivered to the invoicing system today'],
  ['Orders to invoicing is broken, help', 'Why is Orders to invoicing failing?'],
  ['is Orders to invoicing broken?', 'is Orders to invoicing broken?'],
  ['did everything go through last night?', 'Did any run fail last night?'],
  ['how long does Contact backup take?', 'how long does Contact backup take?'],
  ['what went wrong with Orders to invoicing yesterday?', 'what went wrong with Orders to invoicing yesterday?'],
])('an idiom is read as a plain question: %s', (message, expected) => {
  expect(read(message)).toEqual([expected])
})

it('another language is known by its words', () => {
  expect(isForeignLanguage('Warum sind heute 40 Aufträge bei der Rechnungsstellung fehlgeschlagen?')).toBe(true)
  expect(isForeignLanguage('¿Cuántos registros han fallado hoy?')).toBe(true)
  expect(isForeignLanguage('Combien de commandes ont échoué hier ?')).toBe(true)
  expect(isForeignLanguage('Why did die casting orders fail?')).toBe(false)
  expect(isForeignLanguage('How many orders of Con Der Bau failed?')).toBe(false)
})
