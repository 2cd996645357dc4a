/** What is wrong with a web address: one rule for where it is typed and for the server that checks it. A code for each; who says it has the words. */

export type WebAddressFault = 'needed' | 'noAddress' | 'noWebAddress' | 'secretInAddress'

/** Null where nothing is wrong. */
export function webAddressFault(text: string | undefined): WebAddressFault | null {
  if (text === undefined || text === '') return 'needed'
  if (!URL.canParse(text)) return 'noAddress'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'noWebAddress'
  return username === '' && password === '' ? null : 'secretInAddress'
}

/** Whether it carries parameters or a fragment, as a shared access signature does. */
export const hasParameters = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { search, hash } = new URL(text)
  return search !== '' || hash !== ''
}

/** Sent with calls that no person made: those of timers and streams. They are no use of a session (X5). */
export const backgroundHeader = 'x-datacrane-background'

/** Whether a header opens the metadata services of clouds (threat T-SSRF-4): one list for connectors and for outgoing webhooks. */
export const isMetadataHeader = (name: string): boolean =>
  /^(metadata|metadata-flavor|x-google-metadata-request|x-aws-ec2-metadata-.*)$/i.test(name)
