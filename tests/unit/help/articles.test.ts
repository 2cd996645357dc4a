// @vitest-environment happy-dom
/** The help is complete, its links lead somewhere, and people find what they look for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { accountTabs } from '#contract/account/account-tabs.ts'
import { piecesOf } from '#contract/help/article.ts'
import { articleOf, articles, searched } from '#contract/help/articles.ts'
import { errorTexts } from '#contract/help/error-texts.ts'
import { faqEntries, firstQuestions } from '#contract/help/faq.ts'
import { searchArticles } from '#contract/help/search.ts'
import { helpTopics, topicArticleId } from '#contract/help/topics.ts'
import { errorArticleId } from '#contract/kit/help-links.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { settingsTabNames } from '#contract/settings/settings-tabs.ts'
import { helpOf } from '#src/app/help-of.ts'
import { articleAt, pageHelp } from '#src/app/page-help.ts'
import { placeAt } from '#src/app/pages.tsx'
import { publicPlace } from '#src/app/public-paths.ts'
import { detailsTabs } from '#src/views/connectors/details/details-tab.ts'
import { studioMessages } from '#src/views/studio/studio.messages.ts'

const ids = new Set(articles.map(({ id }) => id))
const missing = (wanted: readonly string[]) => wanted.filter((id) => !ids.has(id))

describe('the articles', () => {
  it('are one for each error code', () => expect(missing(Object.keys(catalogue).map(errorArticleId))).toEqual([]))

  it('are written by hand for forty codes at least', () => expect(Object.keys(errorTexts).length).toBeGreaterThanOrEqual(40))

  it('are one for each screen, tab and topic', () => {
    const tabs = {
      account: Object.keys(accountTabs),
      settings: settingsTabNames,
      connector: detailsTabs,
      studio: Object.keys(studioMessages.tabs),
    }
    const addresses = (Object.keys(pageHelp) as (keyof typeof pageHelp)[]).map(helpOf)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(missing(addresses.map(articleAt))).toEqual([])
    expect(missing(Object.entries(tabs).flatMap(([page, names]) => names.map((name) => `${page}-${name}`)))).toEqual([])
    expect(missing((Object.keys(helpTopics) as (keyof typeof helpTopics)[]).map(topicArticleId))).toEqual([])
  })

  it('have an address each', () => {
    const all = searched.map(({ id }) => id)
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([])
    expect(all.filter((id) => !/^[A-Za-z][\w-]*$/.test(id))).toEqual([])
  })

  it('have no link that leads nowhere', () => {
    const anchors = new Set(faqEntries.map(({ id }) => id))
    const isDead = (href: string) => {
      const { pathname, hash } = new URL(href, 'http://console')
      const article = /^\/help-center\/(.+)$/.exec(pathname)?.[1]
      if (article !== undefined) return articleOf(article) === null
      if (pathname === '/faq' && hash !== '') return !anchors.has(hash.slice(1))
      return placeAt(pathname) === null && publicPlace(pathname) === null
    }
    const links = searched.flatMap(({ id, href, text }) =>
      [href ?? '/', ...text.flatMap((each) => piecesOf(each).map((piece) => piece.href ?? '/'))].map((to) => `${id} → ${to}`),
    )
    expect(links.length).toBeGreaterThan(300)
    expect(links.filter((link) => isDead(link.split(' → ')[1] ?? ''))).toEqual([])
    expect(missing(articles.flatMap(({ related = [] }) => related))).toEqual([])
    expect(firstQuestions.filter((id) => !anchors.has(id))).toEqual([])
  })
})

type Asked = readonly (readonly [string, readonly string[]])[]
const askedIn = (file: string): Asked => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))

describe('the search', () => {
  const isFound = (question: string, wanted: readonly string[]) =>
    searchArticles(question, 3).some(({ id }) => wanted.includes(id))

  // The first were known when articles were written; the second were written apart, and looked at once.
  it.each([
    ['questions-known.json', 120],
    ['questions-aside.json', 60],
    ['questions-fresh.json', 70],
  ])('has the right article among the first three for 0.90 of %s', (file, count) => {
    const questions = askedIn(file)
    expect(questions).toHaveLength(count)
    expect(questions.flatMap(([, wanted]) => wanted).filter((id) => !searched.some((each) => each.id === id))).toEqual([])
    const lost = questions.filter(([question, wanted]) => !isFound(question, wanted)).map(([question]) => question)
    expect(lost.length, lost.join(' · ')).toBeLessThanOrEqual(count * 0.1)
  })

  it.each([
    ['recovry codes', 'setting-recovery-codes'],
    ['enrichmant', 'builder-enrichment'],
    ['destination/refused', 'destination-refused'],
  ])('finds %s in spite of how it is written', (question, wanted) => expect(isFound(question, [wanted])).toBe(true))

  it('finds nothing where nothing is', () => expect(searchArticles('zzzzqqqq xxyyzz', 3)).toEqual([]))
})
