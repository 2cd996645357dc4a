/** What a text may not say or be. From the glossary's right column and from the language review. */
import type { Text } from './sentences.ts'

/** Phrases that read as translated, or that are not the term of the field; each with what to say instead. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  [/\btak(?:e|es|en|ing) (?:it |them )?back\b/i, 'withdraw, cancel, undo'],
  [/\b(?:take|taken|takes|taking) in\b/i, 'import'],
  [/\bby itself\b|\bof its own accord\b/i, 'automatically'],
  [/\bany more\b/i, 'no longer'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\b(?:is|was|were|are|be|really) asked for\b|^asked for\b/i, 'requested'],
  [/\bfor an emergency\b/i, 'emergency administrator'],
  [/\bstands?\b(?! (?:out|up|by))/i, 'is, appears'],
  [/\b(?:is|are|was|were|be) (?:judged|told|raised)\b/i, 'evaluated, shown, active'],
  [/\b(?:alarm|alarms)\b/i, 'alert'],
  [/\be-mails?\b/i, 'email'],
  [/(?<!DNS )\blook-?ups?\b/i, 'enrichment'],
  [/\bother (?:side|party)\b/i, 'destination, source'],
  [/\bthe (?:side|party)\b/i, 'source, destination'],
  [/\bso many\b/i, 'a number'],
  [/\bwhoever\b/i, 'anyone who, people who'],
  [/\bnobody\b/i, 'no one'],
  [/\bsomebody\b/i, 'someone'],
  [/\beverybody\b/i, 'everyone'],
  [/\bmeanwhile\b|\bin the meantime\b/i, 'elsewhere, after you opened it, or drop it'],
  [/\bstarted from it\b/i, 'created from it'],
  [/\blook(?:s|ed|ing)? into\b/i, 'view, check'],
  [/\bparted by\b/i, 'separated by'],
  [/\bchoose otherwise\b/i, 'change selection'],
  [/\bis made anew\b|\banew\b/i, 'again'],
  [/\blooked up\b/i, 'read, found'],
  [/\bready-made definitions?\b/i, 'templates'],
  [/\bthe (?:one|ones) before\b|\bthe \w+ before (?:stays|has|is|was)\b/i, 'the previous one'],
  [/\bof the alerts\b|\bsettings of the\b/i, 'alert settings: the noun first'],
  [/\bmust needs\b|\bhenceforth\b|\btherewith\b|\bthereof\b|\bwherefrom\b/i, 'plain words'],
  [/\bwhat is (?:yours|theirs|found|typed|wanted)\b/i, 'name the thing'],
  [/\btime of grace\b/i, 'grace period'],
  [/\bin clear\b/i, 'in plain text'],
  [/\bgood no more\b|\bno more (?:valid|used)\b/i, 'no longer valid'],
  // From the page on the voice of the product: its avoided words, and its examples of what not to write.
  [/\bin force\b/i, 'applies'],
  [/\b(?:appl(?:y|ies)|effect|suspended|ends? (?:it|them)|tell us) at once\b/i, 'immediately'],
  [/\btold\b|\bwanted\b/i, 'name who says what, needed'],
  [/\bof (?:its|their) own\b/i, 'its own, separate'],
  [/\bplan holds\b|\bmapping is sound\b/i, 'contains, no problems found'],
  [/\bis checked first\b|\bfill in only your own\b/i, 'we check the file first, add your own details'],
  [/\bhow does it start\b|\bstart each run\b/i, 'When should it run?, runs when you start it'],
  [/\bstill missing\b|\bhas no (?:address|secret)\b|\byou have to fill in\b/i, 'Enter the source URL.'],
  [/\bno secret is set\b|\bis kept encrypted\b/i, 'no key saved, stored encrypted'],
  [/\bis made now\b|\bnothing is kept but\b/i, 'sends one real request'],
  [/\bmapping offers\b|\blist was found\b|\breads the other pages\b/i, 'you can map, found a list, reads all pages'],
  [/\basks whether\b|\bnothing more is known\b/i, 'checks that, we could not confirm'],
  [/\buses no value of the record\b|\bthe target is null\b/i, 'choose which field to look up, is left empty'],
  [/\bno field is required\b|\bnot in the draft yet\b/i, '8 of 11 fields mapped, not saved yet'],
  [/\btaken for another\b|\bwhen someone starts it\b|\bno run yet\b/i, 'treated as new, no runs yet'],
  [/\beach of them says\b/i, 'open a record to see why'],
  [/\brecords were lost\b|\bwere lost because\b/i, 'failed'],
  [/\bnothing is sent automatically\b|\bdelivered or has ended\b/i, 'send or discard, waiting for new events'],
  [/\bno events wanted\b|\btakes no events\b/i, 'not accepting events yet'],
  [/\bnothing found in\b|\bno record contained it\b/i, 'no pattern found, missing from every record'],
  [/\bno model is asked\b|\bleaves the product\b|\brange is too wide\b/i, 'no AI model is used, not enough data'],
  [/\bit was paused\b|\buntil it is resumed\b|\bis going on\b/i, 'paused, until you resume, in progress'],
  // From the pass over the texts of the server.
  [/\bgood no more\b|\bdid not vouch\b|\bis no one's\b/i, 'no longer work, did not confirm, no account has it'],
  [/\bof another issuer\b|\bis not in its place\b/i, 'comes from another issuer, is in the wrong place'],
  [/\bmoves? (?:records|events) (?:when|as)\b|\bas they come in\b/i, 'delivers, as they arrive'],
  [/\bstarts? w(?:as|ere) (?:left out|missed)\b|\bone after another\b/i, 'run was skipped, in a row'],
  [/\bwhere reading begins\b|\bread(?:s|ing)? everything\b/i, 'where to start reading, all records'],
  [/\b(?:it was|was) given up before\b/i, 'discarded'],
  [/\bwhen (?:it|the connector) is resumed\b|\bwhen a larger plan is chosen\b/i, 'when you resume, when you choose'],
  [/\bwhat is (?:read|signed)\b|\bno (?:file of a|such (?:company|user|group))\b/i, 'name the thing, does not exist'],
  // Buttons and options are selected by their name, a key is pressed. What is chosen has no name yet: "Choose whether…".
  [
    /\b[Cc]hoose(?: on)? [“"]?(?!Method\b|X\b)[A-Z]|\b(?:[Pp]ress|[Cc]lick)(?: on)? [“"]?(?:Add|Apply|Delete|Deploy|Edit|Mute|Pause|Require|Resolve|Restore|Resume|Retry|Run|Save|Send|Test|Use)\b/,
    'select',
  ],
  [/\bworks for X more\b|\btried enough\b|\bninety-five of a hundred\b/i, 'finish within, limit reached, 95 %'],
]

/** Words that the console, the engine, its problems and its help no longer say. */
export const consolePhrases: readonly (readonly [RegExp, string])[] = [
  [/;/, 'two sentences'],
  [/\bthe (?:answer|address) of the\b/i, 'the response, the URL: the noun first'],
  [/\b(?:did|does) not let us\b/i, 'your browser blocked copying'],
  [/\bthere is no such\b/i, 'this webhook does not exist'],
  [/\bunder way\b/i, 'in progress'],
  [/\bthe sum (?:holds|does not hold)\b/i, 'all records accounted for'],
  [/\bis shown only once\b/i, 'you will not be able to see it again'],
  [/\bcolou(?=r)/i, 'color'],
  [/\bwhat (?:was|you) (?:typed|wrote)\b/i, 'your entries, your text'],
  [/\b(?:keeps|keep) no payloads\b/i, 'stores no payloads'],
  [/\b(?:was|were|you have) said\b|\banybody\b/i, 'name who says what, anyone'],
  [/\bdestination (?:answered|took)\b|\bsource answered\b/i, 'returned, accepted'],
  [/\b(?:is|are) (?:left out on purpose)\b/i, 'skipped, left out'],
  [
    /\b(?:source|destination|Azure|database|provider) (?:answers|answered|takes|took(?! too)|says|said|gives|gave)\b/i,
    'returns, responds, accepts, reports',
  ],
  [/\b(?:did|does) not answer\b|\bno answer\b/i, 'did not respond, no response'],
  [/\b(?:was|were|is|are) answered with\b/i, 'returned'],
  [/\bbr(?:eak|oke|eaks|oken) off\b/i, 'interrupted, incomplete'],
  [/\bwas on its way\b|\bmay have been on (?:its|their) way\b/i, 'during the request'],
  [/\b(?:belongs?|belong) into\b/i, 'enter it under'],
  [/\bdoes not stand\b|\bthere stands\b/i, 'is missing, contains'],
  [/\b(?:cannot|can't) carry\b|\bcarr(?:y|ies) no\b/i, 'contain, allow'],
  [/\bis taken (?:for|to be)\b/i, 'we treat this as'],
  [/\bwhich (?:is|are) not followed\b/i, 'which we do not follow'],
  [/\btried again\b/i, 'we try again, retried'],
  [/\bthe body of the\b|\bthe answer\b/i, 'the request body, the response'],
  [/\bof the kind\b/i, 'of type'],
  [/\b(?:is|are) needed$|\bneeded: /i, 'enter the'],
  [/\bask(?:s|ed)? for (?:your account|a decision)\b/i, 'request'],
  [/\bneed to do nothing\b/i, 'you can ignore this email'],
  [/\bmade of\b|\bmade again\b/i, 'needs, created'],
  [/\bdid not (?:give|take)\b|\btake[sn]? neither\b/i, 'return, accept'],
]

export const longestSentence = 18
export const longestLabel = 4

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length

/** The sentences of a text; abbreviations and numbers do not end one. */
export const sentencesIn = (text: string) =>
  text
    .replaceAll(/\b(?:e\.g|i\.e|etc|vs)\.|\bv?\d+\.\d+/g, 'eg')
    .split(/[.?!:;]\s+/)
    .filter((sentence) => sentence !== '')

/** Names of controls and headings: the keys under which they are written. */
const labelKeys =
  /^(?:title|label|name|heading|tab|button|action|submit|save|cancel|remove|add|edit|open|close|show|hide|confirm|retry|start|stop|send|copy|column|column[A-Z]\w*)$/

/** What is wrong with a text; empty where nothing is. */
export function faultsOf({ path, key, text }: Text): readonly string[] {
  const faults: string[] = []
  for (const [phrase, instead] of [...phrases, ...consolePhrases])
    if (phrase.test(text)) faults.push(`“${phrase.exec(text)?.[0]}”: say ${instead}`)
  for (const sentence of sentencesIn(text)) {
    const count = wordsIn(sentence)
    if (count > longestSentence) faults.push(`a sentence of ${count} words`)
  }
  const isLabel = path.endsWith('.messages.ts') && labelKeys.test(key) && !/[.?!]$/.test(text) && !/\bX\b/.test(text)
  if (isLabel && wordsIn(text) > longestLabel) faults.push(`a label of ${wordsIn(text)} words`)
  if (/^title$|Title$/.test(key) && text.includes('…')) faults.push('“…” in a title')
  if (
    /(?:^|\s|“)\/(?:source|destination|enrichment|dataMapping|config|name|email|password)\b(?!-)/.test(text) &&
    wordsIn(text) > 2
  )
    faults.push('a JSON pointer')
  return faults
}
