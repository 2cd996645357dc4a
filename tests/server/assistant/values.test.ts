/** Values of records, limits of alerts, what nobody can know, and questions that leave the ones before behind. */
import { beforeAll, expect, it } from 'vitest'
import { saveAlarmSettings, wholeSettings } from '#server/features/alerts/alarm-settings.repository.ts'
import { createTestServer } from '../kit/test-server.ts'
import { addConnector, addRecords, ask } from './assistant-scene.ts'

const server = createTestServer()

beforeAll(async () => {
  const { db } = server.database
  const [orders, leads] = [
    await addConnector(server, { name: 'Orders to NetSuite', as: 'adminA' }),
    await addConnector(server, { name: 'Leads to Salesforce', as: 'adminA' }),
  ]
  await addConnector(server, { name: 'Secret to Nowhere', as: 'adminB' })
  await addRecords(server, [{ connectorId: orders, company: 'A', hoursAgo: 1, of: [10, 4, 0] }], Date.now())
  await addRecords(server, [{ connectorId: leads, company: 'A', hoursAgo: 1, of: [3, 0, 0] }], Date.now())
  const companyId = server.companies.A
  const failing = { isOn: true, errorRate: 25, minRecords: 40, failedRuns: 7 }
  await saveAlarmSettings(db, { companyId, connectorId: orders }, wholeSettings({ failing }))
  const quiet = { isOn: false, hours: 1 }
  const delivery = { toOwner: true, people: [], tellsClearing: true, quietHours: { from: 22, to: 6, zone: 'Europe/Berlin' } }
  await saveAlarmSettings(db, { companyId, connectorId: leads }, wholeSettings({ quiet, delivery }))
}, 60_000)

type Row = readonly [question: string, holds: readonly string[], holdsNot?: readonly string[], history?: readonly string[]]
const rows: readonly Row[] = [
  [
    'How many records of Orders to NetSuite with an id over 5 were delivered?',
    ['4 records of Orders to NetSuite were delivered where id is over 5'],
    ['10 records'],
  ],
  ['How many records of Orders to NetSuite with an id over 5 failed?', ['4 records of Orders to NetSuite failed']],
  [
    'How many of them were delivered?',
    ['4 records of Orders to NetSuite were delivered where id is over 5'],
    ['10 records'],
    ['How many records of Orders to NetSuite have an id over 5?'],
  ],
  ['How many orders with an id over 5 are from Atlantis?', ['“Atlantis”', "I won't guess"], ['records of Orders']],
  [
    'At what error rate does the alert of Orders to NetSuite go off?',
    ['at least 25 % of at least 40 records fail, or after 7 failed runs in a row'],
    ['failed in the past'],
  ],
  [
    'and after how many failed runs in a row?',
    ['after 7 failed runs in a row'],
    ['failed in the past'],
    ['At what error rate does the alert of Orders to NetSuite go off?'],
  ],
  ['Which connectors have the no data alert switched off?', ['Leads to Salesforce'], ['Orders to NetSuite', 'Secret']],
  ['Are the alerts of Leads to Salesforce held back at night?', ['22:00', '06:00', 'Europe/Berlin'], ['No alert is active']],
  ['Will Orders to NetSuite fail again tomorrow?', ["I can't predict that"], ['[replay]']],
  ['Which of our customers are likely to cancel?', ["I can't predict that"], ['Your plan']],
  ['Were any records delivered today?', ['13 records'], ['of Leads'], ['How is Leads to Salesforce doing?']],
  [
    'How many records were rejected there?',
    ['4 records of Orders to NetSuite failed'],
    [],
    ['Why is Orders to NetSuite failing?'],
  ],
  ['What can I do about them?', ['Retry', 'Problems tab'], [], ['Why is Orders to NetSuite failing?']],
  ['Which connector has the lowest success rate today?', ['Orders to NetSuite has the highest error rate'], []],
  [
    'And how many of those failed?',
    ['4 records of Orders to NetSuite failed where id is over 5'],
    ['0 records'],
    ['How many records of Orders to NetSuite have an id over 5?'],
  ],
  [
    'How many records did it deliver?',
    ['The last run:', '10 of 14 records delivered'],
    [],
    ['When did Orders to NetSuite last run?'],
  ],
  ['How many records has Orders to NetSuite delivered since it was created?', ["I can't work out which time"], ['10 records']],
  ['Does Orders to NetSuite retry failed records automatically?', [], ['[replay]', '[run]']],
  ['How many orders will we get tomorrow?', ["I can't predict that"], ['records of Orders']],
  ['Which leads complained this week?', ['“complained”', "I won't guess"], ['3 records']],
  ['What was our error rate in August last year?', [`August ${new Date().getUTCFullYear() - 1}`], []],
]

it.each(rows.map(([question, holds, holdsNot = [], history = []]) => ({ question, holds, holdsNot, history })))(
  'is answered: $question',
  async ({ question, holds, holdsNot, history }) => {
    const { message, proposals } = await ask(server, question, { history })
    const said = [message, ...proposals.map(({ kind }) => `[${kind}]`)].join('\n')
    for (const text of holds) expect(said).toContain(text)
    for (const text of holdsNot) expect(said).not.toContain(text)
  },
)
