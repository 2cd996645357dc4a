/** Every naughty string through every text of the contract: kept exactly as it came, or refused with a reason and nothing changed. */
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { isSoak } from '../../faults/kit/seed.ts'
import { byForm } from '../../kit/form.ts'
import { naughty, ours, shown } from '../../kit/naughty.ts'
import { createTestServer, type Reply } from '../kit/test-server.ts'
import { type HostileRow, type Sent, table } from './naughty-table.ts'
import { alternativesIn, at, exampleOf, type Place, placesIn, withTexts } from './text-places.ts'

const noQuotas = { connectors: 1_000_000, schedules: 1_000_000, period: 1, calls: 1_000_000, runs: 1_000_000 }
const server = createTestServer({ signInLimit: 1_000_000, rateLimit: 1_000_000, quotas: noQuotas })
const atOnce = 16
const longest = 600_000

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const bodyOf = (it: Endpoint) => table[nameOf(it)]?.body ?? it.body
const takesText = (it: Endpoint) => {
  const schema = bodyOf(it)
  return schema !== undefined && roundsOf(schema).some(({ places }) => places.length > 0)
}

/** Taken because a whole configuration may be sent back, and never kept: the server says where a connector stands. */
const isServers = /^(\/config)?\/status$/

/** The other two spellings of a connector's name: one that says something new changes all three, so only the first is sent beside them. */
const isSpelling = /^\/(connector\/integrationName|config\/name)$/

type Round = { readonly example: ReturnType<typeof exampleOf>; readonly places: readonly Place[] }

/** Bodies that together hold each text of the schema, and what each holds that none before did. */
function roundsOf(schema: NonNullable<Endpoint['body']>): Round[] {
  const met = new Set<string>()
  return Array.from({ length: alternativesIn(schema) }, (_, round) => {
    const all = placesIn(schema, round)
    const hasName = all.some(({ name }) => name === '/connector/name')
    const places = all.filter(
      ({ name }) => !isServers.test(name) && !(hasName && isSpelling.test(name)) && !met.has(name) && met.add(name),
    )
    return { example: exampleOf(schema, round), places }
  }).filter(({ places }, round) => round === 0 || places.length > 0)
}

/** A password is hashed or compared, which takes a core for a while: only texts of our own go through it. */
const isPassword = ({ name }: Place) => name.endsWith('/password') || name.endsWith('/password/new')

let count = 0

/** Sends the body with these texts, and holds the answer against what was promised. @returns whether it was taken. */
async function send(
  endpoint: Endpoint,
  example: Round['example'],
  texts: readonly (readonly [Place, string])[],
): Promise<boolean> {
  const { as = null, ready, kept, trims = false } = table[nameOf(endpoint)] ?? {}
  count += 1
  const made = (await ready?.(server, count)) ?? {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => made.path?.[name] ?? '')
  const filled = withTexts(
    { ...(example as object), ...made.body } as never,
    texts.map(([place, text]) => [place.path, text]),
  )
  const body = withOneName(withoutRuleIds(filled) as Sent)
  const reply = await server.ask(endpoint.method, path, { as, body })
  const told = texts.length === 1 ? `${texts[0]?.[0].name} ${shown(texts[0]?.[1] ?? '')}: ` : ''
  if (reply.statusCode >= 300) {
    expect(`${told}${problemIn(reply)}`).toBe(told)
    return false
  }
  // The calls that validate refuse in their answer.
  if (!kept) return reply.json()['isValid'] !== false
  const found = await kept(server, reply, body)
  for (const [{ path: where, name, isSecret }, text] of texts) {
    const value = at(found, where)
    if (isPassword({ name } as Place) && !isSecret) expect(value).toBeUndefined()
    else if (isSecret && text === '') expect(value, name).toBe('')
    else if (isSecret) expect(value, name).toMatchObject({ set: true })
    else expect({ name, value }).toEqual({ name, value: trims ? text.trim() : text })
  }
  return true
}

/** Of three spellings of one name the first. */
function withOneName({ connector, config, ...rest }: Sent): Sent {
  if (typeof connector !== 'object' || connector === null || !('name' in connector))
    return { ...(connector === undefined ? {} : { connector }), ...(config === undefined ? {} : { config }), ...rest }
  const { integrationName: _, ...named } = connector as Sent
  const { name: __, ...unnamed } = (config ?? {}) as Sent
  return { connector: named, ...(config === undefined ? {} : { config: unnamed }), ...rest }
}

/** Rules by their ids are other people's; here each rule is written out. */
const withoutRuleIds = (body: unknown) => JSON.parse(JSON.stringify(body, (key, value) => (key === 'ruleId' ? undefined : value)))

/** What is wrong with a refusal; empty when it is clear. */
function problemIn(reply: Reply): string {
  const { code, message, status } = reply.json()
  const isClear = typeof code === 'string' && code in catalogue && typeof message === 'string' && message !== ''
  const isRefusal = reply.statusCode >= 400 && reply.statusCode < 500 && status === reply.statusCode
  return isClear && isRefusal && /^application\/problem\+json/.test(String(reply.headers['content-type'])) ? '' : reply.body
}

async function inGroups<T>(all: readonly T[], size: number, work: (each: T, index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += size)
    await Promise.all(all.slice(from, from + size).map((each, index) => work(each, from + index)))
}

/** The short form sends another forty-eighth of ours and another 500th of the list to each endpoint, the full form all of ours and a fifteenth, the soak everything. */
const stringsFor = (endpoint: number) => {
  if (isSoak) return naughty
  const [ofOurs, ofAll] = byForm([48, 500], [1, 15])
  return naughty.filter((text, index) => {
    const each = ours.includes(text) ? ofOurs : ofAll
    // Endpoints are fewer than texts: with this step, theirs come from the whole list.
    return index % each === (7 * endpoint) % each
  })
}

const rowsOf = async (of: NonNullable<HostileRow['adds']>) => {
  const { db } = server.database
  const { rows } = await db
    .selectFrom(of)
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

describe('naughty strings', () => {
  const asked = endpoints.filter(takesText)

  it('go through every endpoint that takes texts', () => {
    expect(asked.map(nameOf).filter((name) => !(name in table))).toEqual([])
    expect(Object.keys(table).filter((name) => !asked.some((it) => nameOf(it) === name))).toEqual([])
    expect(asked.flatMap((it) => roundsOf(bodyOf(it) ?? {}).flatMap(({ places }) => places)).length).toBeGreaterThan(400)
  })

  it.each(asked.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', { timeout: longest }, async (name, endpoint) => {
    const { kept, adds, isRepeat = false } = table[name] ?? {}
    const isWhole = kept !== undefined && !isRepeat
    const size = kept && !adds ? 1 : atOnce
    const before = adds ? await rowsOf(adds) : 0
    let taken = 0
    const take = async (example: Round['example'], texts: readonly (readonly [Place, string])[]) => {
      const isTaken = await send(endpoint, example, texts)
      if (isTaken) taken += 1
      return isTaken
    }
    const rounds = roundsOf(bodyOf(endpoint) ?? {})
    const strings = stringsFor(asked.indexOf(endpoint))
    for (const [round, { example, places }] of rounds.entries()) {
      /** Places whose text has a form of its own: an address, a clock, a token. Their refusals would hide the others. */
      const formed = new Set(places.filter((place) => isPassword(place) && !place.isSecret))
      const passwords = new Set(formed)
      // What keeps nothing, or what another body held already, is asked with each text once, in one of its forms.
      const texts = strings.filter((_, index) => isWhole || index % rounds.length === round)
      await inGroups(texts, size, async (_, index) => {
        const pairs = () =>
          places.flatMap((place, number) => {
            const text = texts[(index + number) % texts.length] ?? ''
            return !formed.has(place) && place.fits(text) ? [[place, text] as const] : []
          })
        if ((await take(example, pairs())) || !kept) return
        for (const pair of pairs()) if (!(await take(example, [pair]))) formed.add(pair[0])
        if (pairs().length > 0) expect(await take(example, pairs()), `${name} takes what it takes one by one`).toBe(true)
      })
      const alone = [...formed].flatMap((place) => {
        const fitting = strings.filter((text) => place.fits(text) && (!passwords.has(place) || ours.includes(text)))
        return fitting.map((text) => [place, text] as const)
      })
      await inGroups(alone, size, async (pair) => void (await take(example, [pair])))
      // The same schemas stand in many bodies; each is held against what does not fit where its texts are kept.
      const unfit = (isWhole || places.length < 10 ? places : []).flatMap((place) =>
        strings.filter((text) => !place.fits(text)).map((text) => [place, text] as const),
      )
      await inGroups(unfit, atOnce, async ([place, text]) => {
        const isTaken = await take(example, [[place, text]])
        expect({ name: place.name, text: shown(text), isTaken }).toMatchObject({ isTaken: false })
      })
    }
    if (adds) expect((await rowsOf(adds)) - before).toBe(taken)
  })
})
