/** Questions of senders whether an address is theirs. They are answered as plain text or JSON, and nothing is kept. */
import { createHmac } from 'node:crypto'
import { isObject } from '#contract/connectors/config/json-members.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'

export type HookReply = { readonly status: number; readonly contentType: 'text' | 'json' | 'xml'; readonly text: string }

const text = (it: string): HookReply => ({ status: 200, contentType: 'text', text: it })

/** What comes back to the caller must be short and hold nothing that could be markup. */
const isEchoed = (it: unknown): it is string => typeof it === 'string' && /^[\x20-\x3b\x3d\x3f-\x7e]{1,1024}$/.test(it)

/**
 * The reply to a question that carries no proof; null where it is none. Meta's verify token is the id of the connector: it stands in the address, so
 * that whoever asks knows it.
 */
export function openChallenge(
  settings: HookSettings | null,
  { method, url, connectorId }: { readonly method: string; readonly url: string; readonly connectorId: string },
): HookReply | null {
  const { searchParams: query } = new URL(url)
  const echo = (name: string) => (isEchoed(query.get(name)) ? text(query.get(name) ?? '') : null)
  switch (settings?.sender) {
    case 'meta':
      return method === 'GET' && query.get('hub.mode') === 'subscribe' && query.get('hub.verify_token') === connectorId
        ? echo('hub.challenge')
        : null
    case 'dropbox':
      return method === 'GET' ? echo('challenge') : null
    case 'trello':
      return method === 'HEAD' ? text('') : null
    case 'microsoft':
      return method === 'POST' ? echo('validationToken') : null
    default:
      return null
  }
}

/** Zoom's tokens; a text with a colon could be made the signed text of another request (`v0:{timestamp}:{body}`). */
const plainToken = /^[\w-]{1,128}$/

/** The reply to a question that was proved as an event is; null where it is an event. */
export function provedChallenge(settings: HookSettings | null, value: unknown, secret: string): HookReply | null {
  if (!isObject(value)) return null
  if (settings?.sender === 'slack' && value['type'] === 'url_verification' && isEchoed(value['challenge']))
    return { status: 200, contentType: 'json', text: JSON.stringify({ challenge: value['challenge'] }) }
  if (settings?.sender === 'zoom' && value['event'] === 'endpoint.url_validation' && isObject(value['payload'])) {
    const token = value['payload']['plainToken']
    if (typeof token !== 'string' || !plainToken.test(token)) return null
    const encryptedToken = createHmac('sha256', secret).update(token).digest('hex')
    return { status: 200, contentType: 'json', text: JSON.stringify({ plainToken: token, encryptedToken }) }
  }
  return null
}
