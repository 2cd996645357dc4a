/** Words that people use for the same thing. A question with one of a group is also searched with the others. */
const groups = [
  'replay retry rerun resend reprocess repeat',
  'pause suspend halt hold stop disable',
  'resume continue unpause restart reactivate',
  'schedule nightly daily hourly weekly weekday monday frequency interval cron timer',
  'template prebuilt ready blueprint library',
  'invoice bill receipt',
  'plan quota subscription usage',
  'retention kept stored keep store',
  'timeline changed modified edited change',
  'version difference diff compare differs',
  'validation verify validate check valid mistake',
  'problem failing failed broken trouble error rejected fail',
  'find search look lookup where',
  'member colleague teammate employee user people person',
  'invite add invitation',
  'alert alarm notification warning notify',
  'delete remove erase',
  'create build new set-up copy sync connect',
  'start trigger launch begin execute',
  'limit maximum max most',
  'password passphrase',
  'slow sluggish forever long performance latency',
  'late overdue behind delayed waiting missed',
  'credential secret token',
  'enrichment lookup',
  'mapping map field',
  'duplicate twice double',
  'address location office',
  'share publish',
  'human real support contact',
  'certificate tls ssl',
] as const

/** A word → the other words of its groups. */
export const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(groups.flatMap((group) => group.split(' ')))].map((word) => [
    word,
    groups.flatMap((group) => {
      const words = group.split(' ')
      return words.includes(word) ? words.filter((other) => other !== word) : []
    }),
  ]),
)
