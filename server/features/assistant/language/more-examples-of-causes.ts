/** More questions about what happened, in other verbs and in longer sentences. See `examples-of-connectors.ts`. */
import type { Examples } from './examples-of-connectors.ts'

export const moreExamplesOfCauses: Examples = {
  'explain-failure': `
    15 leads were turned down by Salesforce today, what does it not like / my manager wants to know why orders failed on Monday /
    what does NetSuite have against our invoices / can you put into plain words why yesterday's run failed /
    40 tickets could not be delivered, what was the cause / HubSpot throws back our contacts, why is that /
    what is the reason that 9 invoices were refused / why did the payouts fall over at noon /
    what was behind the failures of last week / what is Snowflake unhappy about / Orders to Shop fails every night, why /
    explain to me why records of Orders to Shop are rejected / what did I do wrong, all of them failed /
    what kind of error is it that Orders to Shop shows / some customers were not accepted this morning, tell me the reason /
    I see red on Orders to Shop, what is up / Orders to Shop aborted, what was the reason /
    the run ended badly at 5, do you know what happened / why are half of the invoices refused /
    where does the error in Orders to Shop come from / how did 200 records fail at once /
    Orders to Shop ended with a failure at 3 am, what went on / what is the trouble that NetSuite has with our orders /
    it failed again, why / Slack rejects the messages, what is the cause / what makes Orders to Shop fail so often /
    please look into the errors of last night / get to the bottom of these failures / why was order 4410 rejected`,
  'why-late': `
    it is nine and the seven o'clock load is not here yet / what is holding up the run of this morning /
    Orders to Shop should have been finished at midnight but came only at five / the 6:00 run has not come, what keeps it /
    Orders to Shop was two hours late today, why / why did Orders to Shop start so late / what delays Orders to Shop /
    the nightly run missed its time / Orders to Shop did not start at its usual time / why is the morning run behind /
    we expected the data at 8 and it came at 11, why / what is Orders to Shop waiting for / why is it still waiting to start /
    the invoices usually come at 6, today they are late / Orders to Shop has been due since ten /
    no sign of the 5 o'clock run, what is going on / the run of last night was delayed, what was the reason /
    it was meant to go at noon, now it is two and nothing has started / the leads are late again /
    Orders to Shop started an hour too late, do you know why / why has the run been postponed /
    the load normally arrives by 7, now it is 9 / Orders to Shop is overdue / why didn't it start when it should /
    the scheduled start at 4 passed without a run / Orders to Shop is not on time, what holds it up`,
  'why-nothing': `
    Orders to Shop is active but the target table has no rows / the run says it succeeded but there is nothing in Snowflake /
    I do not understand, Orders to Shop is on and yet no contacts come / all green but HubSpot is still empty /
    Orders to Shop reports success and zero rows / it finished without errors and delivered no records /
    why does Slack not show any of our tickets / our list in Mailchimp does not grow although Orders to Shop runs /
    there has been no order from Shopify since noon / nobody has seen a new lead in Salesforce for two days /
    the connector is live, yet we get nothing / the last run read 0 records, why / why does it find no records /
    every run comes back empty / new invoices do not turn up in NetSuite / we entered customers but they do not get to HubSpot /
    it runs every hour and brings nothing / why is no data coming in / Orders to Shop does its runs but moves no rows /
    the table has not been filled since Sunday / BigQuery got nothing last night even though the run is green /
    nothing new in Jira today, why / why is the table empty / where does our data stay / no rows arrive, no error shown /
    Orders to Shop succeeded with nothing to show for it / there are zero contacts in HubSpot after the run`,
  'why-slow': `
    Orders to Shop took 3 minutes in spring and takes half an hour now, what happened / what is slowing Orders to Shop down /
    is it Snowflake or our side that is slow / Orders to Shop is creeping along today / why does Orders to Shop need so much time /
    is the source or the destination the slow one / is Salesforce slow this week or is it us /
    runs of Orders to Shop last an hour, that was ten minutes before / what eats up the time in Orders to Shop /
    it is dragging on for hours / where is the time lost in Orders to Shop / what is the bottleneck of Orders to Shop /
    the import is terribly slow today / why has the run time gone up / the tickets take an eternity to reach Slack /
    Orders to Shop is not as fast as it was / what is responsible for the long runs / why did last night's run last so long /
    Orders to Shop hardly moves / which part takes the most time / how come the sync got so slow / why is it so slow /
    does NetSuite respond slowly at the moment / each request takes several seconds, why / the run has been going for 3 hours, why so long`,
  'what-changed': `
    who was in the settings of Orders to Shop last / until Friday all was good, what did somebody change / who saved the mapping last /
    which settings of Orders to Shop have been altered since Monday / who changed the schedule of Orders to Shop and when /
    up to last week it ran fine, what was done to it since / did one of us change the filter yesterday /
    what has been adjusted in Orders to Shop this week / when was the mapping last edited / show who changed what in Orders to Shop /
    has a colleague altered the credentials / who put this version live / what was modified before the errors began /
    was something changed in the setup over the weekend / list all edits of Orders to Shop / who edited it /
    give me the history of Orders to Shop / who renamed Orders to Shop / who deleted the enrichment and when /
    what is not the same as last week in Orders to Shop / when was Orders to Shop last touched / who paused Orders to Shop yesterday /
    was the destination changed / what did Anna change yesterday / did Peter edit the mapping / who has been working on this /
    it ran well in October, what did we alter / any deployments since Tuesday`,
  'compare-versions': `
    what is new in version 5 compared with version 4 / which fields were removed in v3 / what was added in version 8 /
    which lines of the mapping are in version 6 but not in version 5 / what did v9 bring / what does v4 have that v3 did not /
    how do v2 and v6 differ / what are the differences of v1 and v2 of Orders to Shop / show v3 beside v4 /
    between version 10 and 11, what is different / which settings are not the same in version 2 and 3 /
    has the filter changed from version 4 to 5 / what went from v5 to v6 / what is the draft changing against the live version /
    version 3 or version 4, what is the difference / tell me how the newest version differs from the one before /
    are versions 6 and 7 the same / what is missing in version 2 that version 1 had / list what changed between v7 and v9 /
    which mappings are new in version 12 / compare version 3 with the current one / what would the new draft replace /
    hold v2 against v3 / v4 against v5 / where do the two latest versions differ / difference of the versions please`,
  'find-record': `
    did customer 55120 get to Salesforce / follow order 4417 and tell me where it is / what has become of S-20041 /
    trace T-4411 / tell me what happened to K-77120 / did anna@example.net make it into Mailchimp /
    I need to find out whether invoice 8841 was delivered / has order A-4402 reached NetSuite / is jim@example.org in the CRM /
    customer 3319 says she is not in HubSpot, can you check / see if payment 88124 went through /
    the shop asks about order 90210, was it sent / find order #4411 / when was invoice 4410 delivered / why can't I see order 7712 in NetSuite /
    show me what we sent for order 5521 / did R-1009 arrive / check on ticket 30221 / what is the fate of lead 44120 /
    was product 88-1200 transferred / I am looking for customer tom@example.com / which run delivered order 8123 /
    in which run was invoice 9912 / any trace of order 4471 / is there a record with key 90019 / what do you know about order 66120`,
}
