/** Words that belong to this product, and words that say nothing about what a message is about. All others are foreign to it. */
import { everyday } from './everyday.ts'
import { everydayVerbs } from './everyday-verbs.ts'
import { stemOf } from './text.ts'

const wordsOf = (text: string) => text.trim().split(/\s+/)
const stems = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).map((word) => (/^[A-Z]/.test(word) ? word : stemOf(word))))

const own = `
  Name System Version Id Code
  connector integration sync synchronization synchronisation synchronize feed pipeline export import automation automate flow workflow interface
  api endpoint webhook trigger schedule cron run execution deployment deploy version draft configuration config setup configure
  record row transaction payload field column attribute property mapping map enrichment lookup transform rule list
  source destination target system database table warehouse crm erp shop store data field schema shape
  error failure fail reject rejection refuse retry replay resend reprocess redeliver rerun attempt request response batch page paging cursor pagination
  alert alarm warning notification notify monitor health healthy status dashboard analytics latency throughput volume bottleneck
  order customer contact invoice ticket product lead deal payment payout subscriber inventory supplier charge
  password mfa factor two-factor sign-in login session key token credential secret header auth oauth role admin administrator user team member colleague invite
  permission audit log retention whitelist whitelisting network setting settings account profile branding template blueprint marketplace library studio investigator
  universe renderer ledger outbox quota plan usage billing bill subscription invoice
  integrate connect pause resume unpause validate validation optimise optimize
  file csv json blob accounting email company web limit record duplicate delete rename pause tab
  access workspace coworker signup prebuilt premade preset boilerplate allowance seat member alter alteration approval sms whatsapp push pdf
  sign-on single-sign-on sso scim login deploys resubmit lastname firstname quicker bounce glitch skipped unsent undelivered misfire
  trend chart graph delivery forecast sheet sheets certificate valid speed destination succeeded rejected feed nightly hourly daily sluggish latency overdue limits connection retries transfer
  undeployed unpublished unchanged muted mute snooze silence reachable rollback url identifier incremental 2fa sso backup backups gateway timezone runtime
  enterprise upgrade retention sale payments customers analytics universe two-way`
export const ownStems = stems(own)
/** As they are spelled. */
export const ownTerms: readonly string[] = wordsOf(own)

/** Verbs, pronouns, places and times of every conversation. */
export const emptyStems = stems(`${everyday} ${everydayVerbs}
  Number Time Person
  a an the this that these those it its i me my mine we us our you your he she they them their his her one ones who whom whose what which when where why how
  is are was were be been being am do does did done doing have has had having can could may might must shall should will would not no nor or and but if then else
  than as at by for from in into of off on onto out over to up with without about after again all already also always any anybody anyone anything back because before
  behind below between both came come comes down during each either enough every everybody everyone everything few first get gets give go goes good great happen
  happened here hello hi hey help helped helpful however just keep kept know last lately later latest least left less let like little long longer look made make
  makes many maybe mean means more most much near need never new next nobody none nothing now often ok okay old once only other others own part please put
  quite rather real really recent recently right said same say see seem set show shows side since so some somebody someone something somewhere soon still stop
  such sure take takes tell thank thanks thing things think through time times today together tomorrow tonight too try turn two under until us usual usually use used
  uses using very want wants was way well went what's while whole yes yesterday yet morning evening night afternoon day week month year hour minute second monday
  tuesday wednesday thursday friday saturday sunday weekday weekend daily weekly monthly januar january february march april june july august september october
  november december ago past ahead forever start started begin continue end finish change changed edit modify touch update add remove create build find search
  write read open close check compare difference different differ diff versus vs number total count sum amount list name call calls people person
  recommend recommendation suggest suggestion propose idea question ask answer explain explanation reason cause why best better possible able allow allowed wrong
  problem issue trouble mistake correct ready complete work works working stuff case deal place point kind sort type big large small high low maximum minimum
  max min slow fast faster cheaper cheap price cost costs pay money set size tip tips advice improve improvement tune reduce fewer efficient efficiency
  activity active inactive paused open closed green red empty zero current currently previous previously early late delayed missed expected moment present
  send sent move moves moved bring brought push pull copy load save saved kept store stored arrive arrived reach reached deliver delivered appear appeared
  match fit fits belong goes correspond specific particular certain single half quarter third percent rate average per each perfect nice cool awesome excellent
  ai bot robot human overview summary state condition shape situation execute launch kick immediately instantly asap away manually hand hold switch shut enable disable
  activate deactivate reactivate suspend halt freeze wait waits waiting support guide tutorial documentation manual docs instruction step steps feature
  everybody's sound bye goodbye evening today's yesterday's rights right rotate frequency interval timing rhythm green success successful successfully red
  attention broken break ever around somewhere actually please kindly simply quickly quick hello yes alright fine propose auto automatic automatically generate
  tried trying reset find see detail details history show view display example examples meaning whats does'nt im id ill access manage
  develop development evolve evolution busiest biggest largest worst rank ranking plot curve compared comparison than each by per
  happened odd strange unusual weird suspicious pending queue queued expire expired expiring made prebuilt ready google stopped broken coming
  bottom top value values amount fastest slowest quickest shortest`)

/** Words of this product in a message, in the form that they are compared in. What stands for a name, an id or a number is none. */
export const ownTermsOf = ({ stems: all }: { readonly stems: readonly string[] }): string[] =>
  all.filter((stem) => ownStems.has(stem) && !/^[A-Z]/.test(stem))
