/** Who signed in, when, and who never did: from the login history. */
import { listSignIns } from '../../auth/sign-in/login-audit.repository.ts'
import { lastSignIns } from '../configurations.repository.ts'
import type { Scene } from '../scene.ts'
import { at, link, plural, quote, type Speech } from '../speech.ts'
import { whenWord } from './figures.ts'

const listedMax = 5
const peopleMax = 50
const readMax = 100
const page = '/account?tab=login-history'

/** Administrators hear of everyone, others of themselves. */
export async function aboutSignIns(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, scopes, when, words, hasWord } = scene
  const isAdministrator = caller.role !== 'USER'
  const { person } = scopes
  const isOwn =
    !isAdministrator ||
    (/^(?:i|me|my)$/.test(words.find((word) => /^(?:i|me|my|who|anyone|people)$/.test(word)) ?? '') && person === null)
  const never = words.includes('never') || words.includes('not')
  if (never && isAdministrator) return sayNever(scene, speech)
  const isFailed = hasWord('fail', 'failed', 'wrong', 'deny', 'denied', 'block', 'refus', 'unsuccessful', 'reject')
  const userId = person !== null ? person.id : isOwn ? caller.userId : undefined
  if (person !== null && !isAdministrator) return speech.say("Only administrators can see other people's sign-ins.")
  const range = when.isNamed ? { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() } : {}
  const asked = {
    companyId: caller.companyId,
    ...(userId === undefined ? {} : { userId }),
    ...range,
    page: 1,
    order: 'desc' as const,
  }
  const { data, total } = await listSignIns(db, { ...asked, success: !isFailed, limit: readMax })
  const behind = when.isNamed ? [whenWord(when), quote(when.label)] : []
  const of = person !== null ? [' of ', quote(`${person.firstName} ${person.lastName}`)] : isOwn ? [' of yours'] : []
  const kind = isFailed ? 'failed sign-in' : 'sign-in'
  if (total === 0) {
    speech.say(`There was no ${kind}`, ...of, ...behind, '.')
    return speech.say(link(page, 'See the login history'))
  }
  const people = new Set(data.map(({ email }) => email)).size
  const by =
    person === null && !isOwn && total <= readMax
      ? [' by ', ...speech.count('People who signed in', people, page, 'person', 'people')]
      : []
  speech.say(
    ...speech.count('Sign-ins', total, page, kind),
    ...of,
    ...by,
    ...behind,
    total > listedMax ? ', the newest first:' : ':',
  )
  for (const it of data.slice(0, listedMax)) {
    const device = [it.deviceInfo.browser, it.deviceInfo.device].filter((part) => part !== null).join(', ')
    speech.item(
      quote(it.email),
      ' at ',
      at(it.loginTimestamp),
      ...(device === '' ? [] : [', ', quote(device)]),
      ...(it.failureReason === null ? [] : [': ', quote(it.failureReason)]),
      '.',
    )
  }
  speech.say(link(page, 'See the login history'))
}

async function sayNever({ db, caller, words, when }: Scene, speech: Speech): Promise<void> {
  const all = await lastSignIns(db, caller.companyId, peopleMax)
  const isSince = when.isNamed && !words.includes('never')
  const found = all.filter(({ at: last }) => last === null || (isSince && last.getTime() < when.from))
  const what = isSince ? 'not signed in' : 'never signed in'
  const behind = isSince ? [whenWord(when), quote(when.label)] : []
  if (found.length === 0)
    return speech.say(isSince ? 'Everyone has signed in' : 'Everyone has signed in at least once', ...behind, '.')
  speech.say(
    ...speech.count('People who have not signed in', found.length, '/account?tab=team', 'person', 'people'),
    ` ${plural(found.length, 'has', 'have')} ${what}`,
    ...behind,
    ':',
  )
  for (const { name, at: last } of found.slice(0, listedMax * 2))
    speech.item(quote(name), ...(last === null ? [', never'] : [', last at ', at(last)]), '.')
  speech.say(link('/account?tab=team', 'See team members'))
}
