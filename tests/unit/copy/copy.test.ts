/** Every text that a person may read follows the rules of the glossary. */
import { expect, it } from 'vitest'

import { faultsOf } from './rules.ts'
import { type Text, textsOf } from './sentences.ts'

/** Legal texts name a condition with all its cases in one sentence; only their length is excused. */
const isLegal = ({ path }: Text) => path === 'src/views/help/legal.messages.ts'

const texts = textsOf()
const told = (text: string, key = '', path = 'src/views/a.messages.ts') => faultsOf({ at: '', path, key, text })

it('finds no phrase, label, sentence, title or pointer that the rules refuse', () => {
  const faults = texts.flatMap((text) =>
    faultsOf(text)
      .filter((fault) => !(isLegal(text) && fault.startsWith('a sentence of')))
      .map((fault) => `${text.at}: ${fault} in “${text.text}”`),
  )
  expect(faults).toEqual([])
})

it('reads all catalogues, errors, mails, help articles and sentences of the server', () => {
  expect(texts.length).toBeGreaterThan(7_000)
  const of = (path: string) => texts.filter((text) => text.path.startsWith(path)).length
  for (const path of ['src/views/', 'contract/problem-catalogue.ts', 'contract/help/', 'server/platform/mail/', 'server/engine/'])
    expect(of(path), path).toBeGreaterThan(20)
  for (const path of [
    'server/features/library/ready-made/',
    'server/features/alerts/sentences.ts',
    'server/outbound/',
    'server/platform/config/',
  ])
    expect(of(path), path).toBeGreaterThan(3)
})

it.each([
  ['It was taken back.', ''],
  ['It is tried again by itself.', ''],
  ['Nobody finds it any more.', ''],
  ['The other side answered 200.', ''],
  ['It stands here for everybody.', ''],
  ['Settings of the alerts', ''],
  ['It is checked first, and nothing is created before you import it.', ''],
  ['249 records delivered, 1 failed. Each of them says why.', ''],
  ['No model is asked, and nothing leaves the product.', ''],
  ['The new prices are in force.', ''],
  ['A change applies at once, without a deployment.', ''],
  ['Request the deletion again if it is still wanted.', ''],
  ['It is judged every minute.', ''],
  ['Set /source/url first.', ''],
  ['Fill in every field; the password must fit its rules.', ''],
  ['Enter the address of the source.', ''],
  ['Your browser did not let us copy it.', ''],
  ['There is no such webhook.', ''],
  ['A run is under way.', ''],
  ['10 read = 10 delivered. The sum holds.', ''],
  ['The secret is shown only once.', ''],
  ['This connector keeps no payloads.', ''],
  ['The destination answered 200 and takes no records.', ''],
  ['The enrichment was answered with a redirect, which is not followed.', ''],
  ['A password belongs into the authentication.', ''],
  ['{id} does not stand in the path.', ''],
  ['The name of the container is needed', ''],
  ['If that was not you, you need to do nothing.', ''],
  ['The run broke off and is tried again.', ''],
  ['Open the problems and choose Retry.', ''],
  ['Under “Records”, choose No identifying field.', ''],
  ['Nothing is sent until you press Send.', ''],
  ['Add a destination field by hand', 'title'],
  ['Choose a connector…', 'title'],
  [`${'word '.repeat(19)}`.trim(), 'hint'],
])('refuses “%s”', (text, key) => expect(told(text, key)).not.toEqual([]))

it.each([
  ['Withdraw', 'title'],
  ['Retried automatically. No longer valid, e.g. after 1.5 hours.', 'hint'],
  ['Saving…', 'submitting'],
  ['Connects to https://api.example.com/source/records.', 'hint'],
])('lets “%s” pass', (text, key) => expect(told(text, key)).toEqual([]))
