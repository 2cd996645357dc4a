/** Who gets alert emails, how they are switched off, and what a role may do. */
import { addressesOf } from '#server/features/alerts/alarm-settings.repository.ts'
import { connectorHref, connectorsIn, type Scene } from '../../scene.ts'
import { link, listed, quote, type SentencePart, type Speech } from '../../speech.ts'

const listedMax = 8
const mail =
  /\b(?:e-?mails?|mails?|mailed|emailed|notified|notifications?|alerts?|alarms?|messages?|informed|told|warned|pinged|warnings?)\b/i
const asksWho = /\b(?:who|whom|which (?:people|person|users?|colleagues?)|to whom|whose)\b/i
const receives =
  /\b(?:gets?|receives?|got|sent|goes? to|go to|see|is|are|will|mailed|emailed|notified|informed|told|warned|pinged|receivers?|recipients?)\b/i
const changed = /\b(?:acknowledged|muted|changed|deployed|paused|signed|invited|created|set up|switched|turned)\b/i
const endsThem =
  /\b(?:stop|turn|switch|disable|mute|silence|unsubscribe|no more|get rid|opt out|without|too many|less|fewer|do(?:n't|nt| not) want|off)\b/i
const asksHow = /\b(?:how|where|can i|could i|want|please|pls|stop)\b/i

type Person = { readonly email: string }
const people = (of: readonly Person[]): SentencePart[] =>
  of.length === 0
    ? ['no one']
    : listed(
        of.map(({ email }) => quote(email)),
        listedMax,
      )

/** "Who gets an email when a run fails?": the receivers of alerts, by connector. */
export async function sayReceivers(scene: Scene, speech: Speech): Promise<boolean> {
  const { db, connector, message, hasWord, scopes } = scene
  if (!asksWho.test(message) || !mail.test(message) || !receives.test(message) || changed.test(message)) return false
  if (hasWord('role', 'admin', 'invoic', 'bill') || (scopes.person !== null && connector === null)) return false
  speech.applies('who', 'when')
  speech.sayNoScopes()
  const of = (connector === null ? connectorsIn(scene) : [connector]).filter(
    ({ status }) => status !== 'Draft' || connector !== null,
  )
  const addresses = await addressesOf(
    db,
    of.map(({ id }) => id),
  )
  if (of.length === 0) speech.say('No connector is deployed, so no alert is sent.')
  for (const { id, name } of of.slice(0, listedMax)) {
    const found = addresses.get(id)?.people ?? []
    const parts: SentencePart[] = [
      ...people(found),
      found.length === 1 || found.length === 0 ? ' gets its alerts' : ' get its alerts',
      '.',
    ]
    if (of.length === 1) speech.say(link(connectorHref(id), name), ': ', ...parts)
    else speech.item(link(connectorHref(id), name), ': ', ...parts)
  }
  if (of.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
  const page = connector === null ? '/account?tab=notifications' : `${connectorHref(connector.id)}?tab=alerts`
  speech.say('Each person can switch off emails in ', link('/account?tab=notifications', 'Notification Settings'), '.')
  if (connector !== null) speech.say(link(page, 'Change the receivers'))
  return true
}

/** "How do I stop the alert mails?": the steps, of one connector or of all. */
export function sayHowToEnd({ message, connector, words, hasWord }: Scene, speech: Speech): boolean {
  if (!mail.test(message) || !endsThem.test(message) || !asksHow.test(message) || /\b(?:why|who|how many|which)\b/i.test(message))
    return false
  if (
    hasWord('invoic', 'bill') ||
    !words.some((word) => /^(?:stop|off|mute|silence|disable|unsubscribe|rid|out|more|anymore|fewer|less|many|want)$/.test(word))
  )
    return false
  speech.applies('negation', 'when', 'condition')
  speech.sayNoScopes()
  speech.say("I can't switch this off for you. Here is how you do it:")
  if (connector === null) {
    speech.item('All your emails: switch off the channel in ', link('/account?tab=notifications', 'Notification Settings'), '.')
    speech.item("One connector: mute the alert on the connector's Alerts tab, or remove yourself as a receiver.")
    speech.say(link('/alarms', 'See all alerts'))
    return true
  }
  const page = `${connectorHref(connector.id)}?tab=alerts`
  speech.item('For a time: open the ', link(page, `Alerts tab of ${connector.name}`), ', and select Mute and a period.')
  speech.item('For good: remove yourself as a receiver there, or switch off the check.')
  speech.item('For all connectors: switch off the channel in ', link('/account?tab=notifications', 'Notification Settings'), '.')
  return true
}

const asksSteps = /\bhow (?:do|can|could|would|will) (?:i|we|my|our)\b/i
const beingTold = /\b(?:notified|alerted|informed|warned|alerts?|alarms?|e-?mails?|notifications?|notify)\b/i

/** "How do I get notified when a run fails?": the steps. */
export function sayHowToBegin({ message, connector }: Scene, speech: Speech): boolean {
  if (
    !asksSteps.test(message) ||
    !beingTold.test(message) ||
    endsThem.test(message) ||
    /\b(?:who|which|why|how many|change|my e-?mail|address)\b/i.test(message)
  )
    return false
  speech.applies('when', 'until')
  speech.sayNoScopes()
  const tab =
    connector === null
      ? "the connector's Alerts tab"
      : link(`${connectorHref(connector.id)}?tab=alerts`, `Alerts tab of ${connector.name}`)
  speech.say('The owner of a connector gets its alerts by email. To change that:')
  speech.item('Open ', tab, ', and choose what to check and who is notified.')
  speech.item('Choose your channels in ', link('/account?tab=notifications', 'Notification Settings'), '.')
  speech.item('Send a test alert on the Alerts tab to see who gets it.')
  return true
}

const roles: readonly (readonly [names: RegExp, name: string, may: string])[] = [
  [/\b(?:admins?|administrators?)\b/i, 'Admin', 'sees and changes all connectors, people and company settings.'],
  [/\b(?:(?:ordinary|normal|plain|simple|regular)? ?users?)\b/i, 'User', 'builds and runs own connectors, and sees no others.'],
]
const otherRoles =
  /\b(?:viewers?|read-?only|guests?|editors?|operators?|developers?|owners?|managers?|auditors?|observers?|members?)\b/i
const asksRights = /\b(?:may|can|could|allowed|rights?|permissions?|permitted|able|access|do|does)\b/i
const asksOf = /\b(?:what|which|can|may|is|are|does|do)\b/i
const role =
  /\b(?:viewers?|read-?only|guests?|editors?|operators?|auditors?|observers?|admins?|administrators?|users?|roles?|members?)\b/i

const asksList = /\b(?:which|what|list|show|are there|explain)\b/i
const roleNames = /\b(?:roles|permissions|permission levels)\b/i
/** Characters from "which" to the end of "roles": one expression over both is slow on long messages. */
const farthest = 50

/** "What may a viewer do?", "which roles are there?" */
export function sayRoles({ message, marked, scopes, words, hasWord }: Scene, speech: Speech): boolean {
  const asked = asksList.exec(message)
  const isList = asked !== null && roleNames.test(message.slice(asked.index, asked.index + farthest))
  if (isList && /\b(?:users|people|members|everyone|who|colleagues|team)\b/i.test(message)) return false
  const isOf =
    asksOf.test(message) &&
    role.test(message) &&
    asksRights.test(message) &&
    /\b(?:a|an|the|as|ordinary|normal|plain|simple|regular)\b|\b(?:viewers|guests|editors|operators|users|admins|members|administrators)\b/i.test(
      message,
    )
  if (!isList && !isOf) return false
  if (marked.connectors.length + marked.systems.length > 0 || scopes.person !== null || /^how\b/i.test(message)) return false
  if (
    hasWord('many', 'who', 'invit', 'add', 'list', 'api', 'sign', 'login', 'limit', 'plan', 'password', 'mfa', 'factor', '2fa') &&
    !isList
  )
    return false
  if (words.includes('we') && words.includes('have') && !isList) return false
  const named = roles.filter(([names]) => names.test(message))
  const other = named.length === 0 ? otherRoles.exec(message)?.[0] : undefined
  if (!isList && named.length === 0 && other === undefined) return false
  if (
    !isList &&
    !/\b(?:allowed|do|see|change|edit|rights?|permissions?|access|delete|deploy|run|pause|create|build)\b/i.test(message)
  )
    return false
  speech.applies('comparison', 'negation')
  speech.sayNoScopes()
  if (other !== undefined && !/^members?$/i.test(other))
    speech.say('There is no role called ', quote(other), '. The roles are Admin and User.')
  for (const [, name, may] of named.length > 0 && !isList ? named : roles)
    speech.item(`${/^[AEIO]/.test(name) ? 'An' : 'A'} ${name} ${may}`)
  speech.say(link('/account?tab=team', 'See team members'))
  return true
}
