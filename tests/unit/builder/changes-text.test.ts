// @vitest-environment happy-dom
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConfigPart } from '#contract/connectors/runs/timeline.ts'
import { changeTexts } from '#src/views/builder/review/changes-text.ts'

const side = { type: 'http', requestMethod: 'POST', url: 'https://crm.example.com/orders' } as const
const token = (last4: string) => ({ type: 'bearer', token: { set: true, last4 } }) as const
const line = (targetPath: string, sourcePath: string) => ({
  ...{ id: targetPath, source: sourcePath, target: targetPath, sourcePath, targetPath },
})
const live: ConnectorConfig = {
  name: 'Orders',
  trigger: { type: 'schedule', everySeconds: 3_600 },
  source: { ...side, auth: token('4711') },
  destination: side,
  dataMapping: [line('a', 'x'), line('b', 'y'), line('old', 'z')],
  enrichment: [{ ...side, id: '1', title: 'Customer' }],
}

function textsOf(draft: Partial<ConnectorConfig>, ...undeployedChanges: ConfigPart[]) {
  const { trigger, source: sourceConfiguration, destination: destinationConfiguration, dataMapping, enrichment } = live
  const sides = { sourceConfiguration, destinationConfiguration, dataMapping, enrichment }
  return changeTexts({ trigger, ...sides, undeployedChanges }, { ...live, ...draft })
}

it('a schedule is told by its rhythm', () => {
  const trigger = { type: 'schedule', cron: '0 6 * * *', timeZone: 'Europe/Berlin' } as const
  expect(textsOf({ trigger }, 'trigger')).toEqual(['Start: every hour → every day at 06:00 (Europe/Berlin)'])
})

it('a setting is told with its old and its new value, a secret only as changed', () => {
  const source = { ...side, auth: token('0815'), isList: true, listConfig: { type: 'simple' } } as ConnectorConfig['source']
  const destination = { ...side, url: 'https://crm.example.com/contacts' }
  expect(textsOf({ source, destination }, 'source', 'destination')).toEqual([
    'Source, token: changed',
    'Source, list processing: not set → on',
    'Source, list reading: added',
    'Destination, URL: https://crm.example.com/orders → https://crm.example.com/contacts',
  ])
  expect(textsOf({}, 'destination')).toEqual(['Destination: secret or saved transform changed'])
})

it('mapped fields are counted and named', () => {
  const dataMapping = [line('a', 'x'), line('b', 'other'), line('c', 'z'), line('d/e', 'z')]
  expect(textsOf({ dataMapping }, 'dataMapping')).toEqual([
    '2 fields added to the mapping: c, d/e',
    '1 field removed from the mapping: old',
    '1 field mapping changed: b',
  ])
})

it('enrichments are told by their names', () => {
  const enrichment = [
    { ...side, id: '1', title: 'Customer', url: 'https://crm.example.com/people' },
    { ...side, id: '2', title: 'Price' },
  ]
  expect(textsOf({ enrichment }, 'enrichment')).toEqual([
    'Enrichment Customer, URL: https://crm.example.com/orders → https://crm.example.com/people',
    'Enrichment added: Price',
  ])
})

it('long values that begin alike are told as changed, and another order as an order', () => {
  const address = 'https://crm.example.com/orders?fields=id,number,customer,total,currency'
  const long = (url: string) => ({ ...live, sourceConfiguration: { ...side, url }, destinationConfiguration: live.destination })
  const source = { ...side, url: `${address},paid` }
  expect(changeTexts({ ...long(address), undeployedChanges: ['source'] }, { ...live, source })).toEqual(['Source, URL: changed'])
  const enrichment = [{ ...side, id: '2', title: 'Price' }, ...live.enrichment]
  const before = { ...long(address), enrichment: enrichment.toReversed() }
  expect(changeTexts({ ...before, undeployedChanges: ['enrichment'] }, { ...live, enrichment })).toEqual([
    'Enrichments: order changed',
  ])
})

it('groups are told by the fields that records are grouped by', () => {
  const group = { by: ['customer', 'currency'], lines: [] }
  expect(textsOf({ records: { group } }, 'records')).toEqual([
    'Records are now grouped by customer and currency. Records already sent stay in the destination.',
  ])
})
