/** Passwords that are guessed first, also in the dress that rules about characters make people put on them. Threat T-PWD. */

/** Characters at both ends that add little, as in `Password2024!!`. */
const ornamentMax = 6
const coreMin = 3

/** Ranked words in lower case; some megabytes, so they are read when the first password is chosen. */
let words: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

const plain: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
}
const undressed = (text: string) => text.replaceAll(/[@430!1$57]/g, (sign) => plain[sign] ?? sign)

/** Whether a guesser who knows the common passwords and what people add to them comes upon this one early. */
export async function isCommonPassword(password: string): Promise<boolean> {
  words ??= load()
  const known = await words
  const text = password.normalize('NFKC').toLowerCase()
  const letters = [...text]
  const withoutTail = letters.slice(0, letters.findLastIndex((it) => /\p{L}/u.test(it)) + 1).join('')
  const core = withoutTail.replace(/^[^\p{L}]+/u, '')
  const whole = [text, undressed(text), text.replaceAll(/[^\p{L}\p{N}]/gu, '')]
  if (whole.some((it) => known.has(it))) return true
  return [withoutTail, core, undressed(withoutTail), undressed(core)].some(
    (it) => it.length >= coreMin && text.length - it.length <= ornamentMax && known.has(it),
  )
}
