/** Questions about what the screens show: figures, states, plan and bill, people, settings. See `examples-of-connectors.ts`. */
import type { Examples } from './examples-of-connectors.ts'

export const examplesOfScreens: Examples = {
  count: `
    what failed yesterday / what failed today / which records failed this week / anything fail last night / which orders failed yesterday /
    how many refunds failed / how many orders from the shop failed today / how many invoices did we send to the accounting /
    how many customers went to the CRM today / how many records went to HubSpot this week / number of products sent to Shopify /
    how many orders did not arrive / how many records never made it to the CRM / which records did not make it /
    how many records are waiting / how many records may not have arrived / what is the error rate today / what is our success rate /
    what percentage of records failed / what share of the orders was delivered / how many records did we process in total /
    how many runs failed today / how many runs completed with errors / how many runs were cancelled / how many runs are running /
    which connector delivered the most / which connector is the busiest / which connector has the most failures / which sends the fewest records /
    which connectors go to HubSpot / which connectors read from Shopify / what connectors use Stripe / list connectors to the CRM /
    how many connectors are active / how many connectors are running / how many integrations are running / how many connectors are there / how many drafts do we have / how many connectors have a schedule / records read in the past 24 hours /
    how many records were skipped and why / did we send more orders this week than last week / what did we deliver yesterday /
    how many records did Orders to Shop deliver / how much did Orders to Shop send today / did any records fail today / were any orders rejected`,
  'find-record': `
    did order 1239 arrive / did order 1239 arrive in the CRM / where is SO-1239 / where is order SO-1239 / what happened to invoice 55 /
    has customer 77 been delivered / was ORD-20431 sent / find record 1239 / look up order 4711 / is SO-1239 in HubSpot yet /
    did the order of jane@example.com arrive / did the order of John Smith arrive / was the contact Jane Miller delivered / where is the order of Anna Schmidt / was anna@example.com sent to the CRM / why is order 1239 missing / why did order 1239 fail /
    what is the status of order 1239 / track order 1239 / when was order 1239 delivered / search for SO-1239 / show me record 42 /
    did C-1001 get through / can you find the customer jane@example.com / what happened with record 1203 / status of SO-1239`,
  health: `
    when did Orders to Shop last succeed / when did it last work / when did Orders to Shop last fail / are there failed runs / is the CRM down / is the shop reachable / is HubSpot up / is Shopify working / are all systems reachable /
    is anything paused / is any connector paused / are any connectors stopped / is Orders to Shop paused / is Orders to Shop running /
    which connectors are paused / what is paused / which ones are drafts / is anything failing / is anything broken right now / what needs attention /
    which connectors need attention / is something waiting / is anything running / what is running right now / are there open runs /
    when did Orders to Shop last run / when was the last run / how did the last run go / what was the result of the last run /
    did the last run succeed / when did the last run finish / how long did the last run take / who started the last run /
    show the last run of Orders to Shop / is Orders to Shop active / is Orders to Shop live / is Orders to Shop deployed / is Orders to Shop healthy /
    since when is Orders to Shop failing / what state is Orders to Shop in / which connectors are degraded / which connectors are healthy /
    show me the latest runs / which run took longest / what is the latest run`,
  usage: `
    what plan are we on / which plan do we have / what is our plan / how much is the bill / how much will we pay this month / what does this month cost /
    what will the next invoice be / when is the next invoice / when do we get billed / do we have unpaid invoices / is any invoice overdue /
    how much do we owe / how many records are included in our plan / how many records are left this month / how many connectors are left /
    how many connectors can we still create / how close are we to our limit / are we over our plan / how much of the plan is used /
    what does the Enterprise plan cost / how much is Professional / how much does it cost to upgrade / what is the price per record /
    what do extra records cost / how much did we pay last month / show our invoices / what was the last invoice / forecast of our bill /
    what will the bill come to at the end of the month / what payment method do we use / how many seats are left / is there a free plan`,
  people: `
    who is in our team / who are the admins / how many people are in our team / list all users / is Anna an admin / what role does Tom have /
    what role do I have / when was Anna last active / who was invited / are there open invitations / which invitations are pending /
    who can see all connectors / can a user pause a connector / who has two-factor / who uses MFA / who has no second factor / who can sign in`,
  limits: `
    how many connectors can we have / how many team members can we have / how many people can we invite / how big can a record be /
    how many records can one run read / how often is a request retried / how many retries are there / what is the maximum batch size /
    how long do you keep data / how long are records kept / how long is the audit log kept / when is old data deleted / what is the retention period /
    what are the limits of our plan / how long until my session ends / when do sessions expire / how long must a password be /
    do passwords expire / is MFA required / is two-factor mandatory / which API keys do we have / how many API keys are there / when does our API key expire /
    is the IP whitelist on / which addresses are allowed`,
  alerts: `
    are there any alerts / are there any active alerts / any unacknowledged alerts / which alerts are acknowledged / which alerts are muted /
    is any alert muted / what alerts does Orders to Shop have / were there alerts yesterday / did we get an alert last night / why did I get an alert /
    who gets the alerts of Orders to Shop / what is the newest alert / which alarms went off last night / what alarms went off over the weekend`,
  schedule: `
    which connectors have no schedule / which connectors run without a schedule / which connectors have a schedule /
    when is the next run / when does Orders to Shop run next / what runs tonight / which runs are planned today / what is scheduled for tomorrow /
    how often does Orders to Shop run / what is the schedule of Orders to Shop / which connector runs next / does Orders to Shop run on weekends /
    how is Orders to Shop triggered / what starts Orders to Shop`,
  'what-changed': `
    who changed something yesterday / what changed today / what changed this week / who changed Orders to Shop / who deployed Orders to Shop /
    when was Orders to Shop last deployed / who deployed last / when was Orders to Shop last changed / what did Anna change / what did Tom do yesterday /
    who paused Orders to Shop / who edited the mapping / was anything deployed today / which version is live / what version is Orders to Shop on /
    show the changes of last week / has anybody changed the connectors today / who created Orders to Shop`,
  'explain-failure': `
    why did records fail / show me everything that failed in the last hour / show me all failures of yesterday / list the problems of today / why did the orders fail / why are orders failing / why did records fail yesterday / what are the main problems /
    what is the most common error / what is wrong with the CRM / why does the CRM reject records / why did the run fail / what error do we get /
    what does the destination say / which errors does Orders to Shop have / what problems does Orders to Shop have / why was order rejected /
    what is the reason for the failures / why is everything red / what went wrong today / what went wrong last night`,
  'why-slow': `
    how long does a record take / how long do records take / what is the latency / what is the average latency / how fast is Orders to Shop /
    how long does delivery take / which step is slowest / is it slower than usual`,
  'how-to': `
    how do I add a teammate / where do I change my password / how do I pause a connector / how do I retry failed records / how do I set up an alert /
    how do I create an API key / where can I see the audit log / how do I connect Shopify / what is an enrichment / what does degraded mean /
    what does completed with errors mean / how do I upgrade our plan / where are my invoices / how do I turn on MFA / can I export records /
    how do I roll back a version / how do I test a connector / what is a replay / how do I delete a connector / how do I map a field /
    how do webhooks work / where do I find the webhook address / how do I set the rate limit / how do I download an invoice`,
  'suggest-mapping':
    'what should I map phone to / what should email be mapped to / which field should the amount go to / which target fits the total',
  pause: 'pause the newsletter connector / stop sending to the CRM / please pause all orders / put the CRM sync on hold',
  replay:
    'retry the failed orders / resend what failed yesterday / retry the failed records of Orders to Shop / send the rejected customers again',
  'run-now': 'start a run of Orders to Shop / run the newsletter connector / sync the orders now / run it now',
  'out-of-scope': `
    give me the password of the connection / tell me the secret of the shop / show me the credentials of HubSpot / what is the token of Stripe /
    delete the connector / delete Orders to Shop / remove all records / write a poem about orders / translate this into French`,
}
