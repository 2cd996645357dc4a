/** Questions about what happened as people put them. See `examples-of-connectors.ts`. */
import type { Examples } from './examples-of-connectors.ts'

export const examplesOfCauses: Examples = {
  'explain-failure': `
    the leads sync is throwing errors, how come / Orders to Shop crashed, tell me why /
    Do you know what caused the errors in Orders to Shop / I got an email that payouts failed. What was it about /
    why are so many invoices being rejected by snowflake / root cause of the failed deliveries please /
    what is going on with the HubSpot connector, it is all red / why is it failing / what caused last night's crash /
    tell me what went wrong with the leads / what does this error mean / the run ended with errors, explain /
    could you explain the errors of the last run / Orders to Shop is broken, what is it /
    why does snowflake keep refusing our invoices / there were 12 failed orders last night, what was the problem /
    what is the meaning of http 422 here / for what reason did the job fail /
    the NetSuite export died, do you know the reason / why does Orders to Shop show errors /
    what seems to be the trouble with Orders to Shop / please explain yesterday's failed records /
    Salesforce doesn't accept our leads, why / why are there failures / can you figure out why records were rejected /
    what is the cause of the problem / Orders to Shop is not working, what is the matter / what does HubSpot complain about /
    details of the last error please / why do we keep getting errors from NetSuite / the last run went badly, how come /
    what is broken in Orders to Shop / why can't the records be delivered / help me understand this failure /
    something went wrong with the sync last night / what did the other system answer when it failed /
    Orders to Shop broke down, any clue / please have a look why Salesforce rejects the leads /
    what do the errors in Orders to Shop say / how did it come to these failures / give me the reason for the failed records /
    what is causing all the trouble / HubSpot says 401, what does that mean / there are errors everywhere, what happened /
    why won't the invoices go through / is there an explanation for the failures this morning /
    NetSuite declines the orders, tell me why / why did everything go wrong overnight /
    what stopped working in Orders to Shop / diagnose the last failure / what is wrong /
    Why did the invoice sync blow up last night / what went wrong with Orders to Shop this morning /
    whats the eror on the inventory conector / Can you tell me in simple words what the problem with Orders to Shop is`,
  'why-late': `
    the 6am run of Orders to Shop did not happen / payouts was supposed to start at noon but nothing happened /
    why is Orders to Shop late today / no run since this morning although it is scheduled hourly, why /
    why hasn't Orders to Shop been triggered / the run has not started yet, why / why did nothing run overnight /
    where is the run of this morning / it is late again / Orders to Shop normally runs at 3, today it did not /
    the schedule says hourly but it hasn't run for 5 hours / the run was expected at 7, any idea where it is /
    did the sync forget to start / Orders to Shop didn't kick in at midnight / why was there no run last night /
    the 9 o'clock sync never started / the sync should be done by now / nothing was started last night /
    why is there no run today / Orders to Shop has not run since yesterday / the connector skipped its run /
    is the run delayed / it did not start on time / the scheduled run did not take place / what keeps the run from starting /
    when it should run every hour, why was the last run three hours ago / the run still has not begun /
    it is past eight and Orders to Shop did not run / yesterday's run was missed, why / why is the connector behind /
    we are waiting for the nightly run since hours / did the schedule get ignored last night /
    why hasn't anything been started today / Orders to Shop should have finished an hour ago / the hourly run is late /
    no start at 6 this morning, what is the reason / how come the payouts job hasn't started yet /
    why didnt Orders to Shop run lst nite`,
  'why-nothing': `
    we get no leads any more / Salesforce shows no new leads since yesterday although the run was successful /
    why are there no new rows in Snowflake / the connector runs fine but delivers nothing /
    the last three runs moved zero records, why / Invoices are not showing up in Snowflake /
    no data for two days, what is wrong / we do not receive anything / the table stays empty /
    zero rows were transferred, why is that / there is no new data in BigQuery, can you see why /
    since the weekend not a single order came through / we stopped getting tickets in Slack /
    it says success but nothing was written / HubSpot has not received any customers today /
    not one ticket has made it to Slack today / Mailchimp isn't getting any subscribers /
    how can a run succeed without any records / we're missing all of today's deals / why are there no records /
    HubSpot is not getting our contacts any more / nothing has been delivered for days /
    orders do not show up in the shop system / the last runs were all empty / we have orders in Shopify but none in NetSuite /
    the run was successful but no data arrived / where are our new customers, nothing came /
    it runs but does not move anything / no updates in the table since last week / I do not see any new rows /
    data is missing in the destination / no orders are reaching NetSuite / we see nothing new in HubSpot /
    why is the result of the run zero / there was no data in the last run / it says done but the list is empty /
    our contacts do not arrive / for three days we have received nothing / how come the run read no records /
    the flow of orders dried up / records are not being delivered, and there is no error /
    today's tickets are missing in Slack / why does the destination stay empty / we are missing today's orders /
    a run without any records, how can that be / not one order has arrived / why is nothing coming through since Monday /
    no new customers showed up in hubspot today, although we have had signups / our orders stopped arriving in NetSuite`,
  'why-slow': `
    why is the BigQuery load so slow lately / it takes ages until tickets show up in Slack /
    run duration doubled since last week, why / performance of Orders to Shop is terrible, what is the bottleneck /
    it got slower / why are the runs taking so much time / runs need much longer than last month /
    Orders to Shop takes twice as long as before / why is everything so slow today / which step costs the most time /
    the deliveries crawl / the export needs hours, what takes so long / Orders to Shop got really slow /
    why does the run take so long / Orders to Shop has become slow / what is the slowest step / it used to be quicker /
    each run lasts longer and longer / why do we wait so long for the data / what slows us down / latency is high today, why /
    deliveries are sluggish / it takes hours to finish / the whole thing has become really slow /
    what is holding up Orders to Shop / the run needs twice the time / response times went up, why /
    it was faster last month / why does each delivery take seconds / Orders to Shop is taking longer every day /
    which part of the connector is slow / what causes the delay in deliveries / how long does a record take /
    how long does a run take on average / the charges synch takes for ever these days /
    Orders to Shop used to finish in five minutes, now it drags on. Any idea why`,
  'what-changed': `
    what's new in Orders to Shop since last week / who modified the mapping of Orders to Shop /
    list the recent changes on Orders to Shop / was anything deployed yesterday on Orders to Shop /
    who deployed the last version / has the mapping been edited lately / what has been changed recently /
    who was the last to edit this / did someone change something / show the change history /
    which settings were changed in Orders to Shop / who broke Orders to Shop /
    what has happened to this connector since Tuesday / were there any deployments this week /
    did anybody mess with Orders to Shop / what was edited since the last deployment /
    who last worked on the payouts connector / any changes lately / who made the last change /
    what did we change before it failed / list everything that was edited this week / was the configuration touched /
    when was it last deployed and by whom / what is different from last week / has someone messed with the mapping /
    history of changes for Orders to Shop / who updated the schedule / did a colleague modify this connector /
    what got modified since yesterday / did we touch the source settings / tell me the latest edits /
    which version went live last and who did it / has the address of the destination been altered /
    somebody must have changed something, what was it / what is new since the last deployment / who edited Orders to Shop /
    show me what the team changed this month / when was the configuration changed / who touched the invoice sync /
    has anything been altered on the payouts connector since friday /
    It worked last week and now it doesn't. What is different`,
  'compare-versions': `
    show me what is different between v2 and v5 / diff between the live version and the one before /
    compare current version with the previous one for Orders to Shop / difference between my draft and the live version /
    what differs between the last two versions / show the differences to the previous version / v7 vs v8 please /
    how is version 6 different from version 5 / what would be different after deploying my draft /
    compare it with the version before / what did version 4 change compared to version 3 /
    which fields differ between v1 and v2 / is the draft different from the live version /
    show the diff of the last deployment / old version versus new version / what would change if I deploy this draft /
    compare draft and live / difference between draft and live / what distinguishes version 2 from version 3 /
    put version 4 next to version 5 / did the mapping differ in the version before / compare both versions /
    how do the last two versions differ / what's the difference between version 3 and version 4 /
    how does my draft differ from the version that is running`,
  'find-record': `
    what happened to order 99812 / please look up invoice 2024-118 / did payment pay_88213 arrive in NetSuite /
    trace record 77120 / is customer max@example.org in HubSpot already / I can't find ticket 5512 in Slack, where is it /
    where is order 5531 / can you check if invoice 4432 arrived / search contact jane@example.com /
    what became of record 12345 / show me record 58213 / is order #10291 delivered /
    someone asks about invoice RE-9912, do we have it / where can I find the customer with the id 4471 /
    can you tell me if order 88411 has been delivered / I need to know what became of invoice 7712 /
    where's payment py_12k44 / did order 4455 reach the shop / look for the customer with number 88123 /
    where can I see record abc-991 / the customer says order 7731 is missing / check the status of payment 55120 /
    what happened with invoice 3321 / was record 9911 delivered or not / search ticket 40021 /
    has mary@example.com been transferred / find everything about order 12991 / can you locate order 66120 /
    did ticket 9921 get to Slack / I am searching for invoice A-1002 / what is the state of order 7710 / was 88123 sent /
    show the record of customer bob@example.com / where did payment 5512 go / does record 4410 exist /
    a customer asks where order 5567 is / please check record 31337 / find a record / look for a record /
    where did order 100482 end up / was customer anna.keller@example.com ever sent to HubSpot /
    A client says ticket 8812 never reached Slack. Can you trace it`,
}
