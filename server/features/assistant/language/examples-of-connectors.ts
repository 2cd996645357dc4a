/** Wishes about connectors as people put them; `learned.ts` learns from them. A stroke parts two of them. */
import type { Intent } from '#contract/assistant/intents.ts'

/** Their names stand for any. */
export const exampleNames = {
  connectors: ['Orders to Shop'],
  systems:
    'Shopify NetSuite HubSpot Mailchimp Stripe Snowflake Zendesk Postgres MySQL Salesforce Slack BigQuery Pipedrive GitHub Jira Typeform'.split(
      ' ',
    ),
} as const

export type Examples = Partial<Readonly<Record<Intent, string>>>

export const examplesOfConnectors: Examples = {
  'create-connector': `
    please build me an integration that puts new Pipedrive deals into Postgres /
    is it doable to have our Stripe refunds written to MySQL every hour? set that up / start a fresh connector for Zendesk /
    I need Salesforce accounts mirrored to Snowflake / let's link GitHub and Slack so that every new issue gets posted /
    add a pipeline Mailchimp -> BigQuery / set up a sync of HubSpot contacts into Mailchimp /
    I want a connector that writes Jira tickets to Postgres / make an integration for our webshop and the accounting /
    can we get the Zendesk data over to BigQuery / our marketing wants new Typeform leads in Pipedrive, can you do that /
    please wire Zendesk to Jira / I want to transfer payments from Stripe to Postgres every evening /
    a new connector that reads products from MySQL and writes them to Shopify /
    could we have every Shopify customer copied into Mailchimp / I'd love a sync from Jira into BigQuery /
    link our HubSpot with Zendesk please / transfer our Shopify Orders to Shop every night /
    we would like to have customer data from HubSpot in our database / can you make Stripe talk to Salesforce /
    import contacts from Mailchimp into HubSpot / when a deal is won in Pipedrive create an invoice in NetSuite /
    build a flow that reads from an API and writes into a table / I need a daily export of our orders to a CSV file /
    keep Shopify and NetSuite in sync / set up something that pushes tickets into our warehouse /
    get the payments out of Stripe and into our accounting / start building a connection between GitHub and Slack /
    draft a new integration for me / let us have all new Zendesk tickets appear in Jira /
    please arrange that Stripe payouts are booked in NetSuite / we want our webshop linked to the CRM /
    replicate the customers table from Postgres to Snowflake /
    I would like a job that loads Salesforce leads to MySQL each morning /
    every time somebody fills in our Typeform, put them into HubSpot / how about a connector between Slack and GitHub /
    begin a new integration with Mailchimp as destination / our sales people need Pipedrive deals in BigQuery /
    sync inventory Shopify to MySQL / I'd like our Typeform answers to land in HubSpot automatically /
    We need a new sync: every Zendesk ticket should be posted to Slack / get my github issues into jira`,
  replay: `
    re-send the failed leads / try again with the failed ones from this morning /
    please redeliver everything that was rejected by Jira / can the lost records be sent again /
    repeat the failed deliveries of Orders to Shop / send the failed ones again / retry all failures of yesterday /
    process the rejected records again / do it again for the failed records / resubmit the invoices that Snowflake refused /
    I want to send all failures of last week once again / could the errors be replayed /
    please have another go at the failed customers / everything that failed needs to be sent again /
    retry last night's errors on Orders to Shop / resend what was lost / redo the failed deliveries /
    send everything that failed today again / could you retry the rejected invoices / please repeat the failed records /
    deliver the missing ones again / run the failed records through again / try once more with yesterday's errors /
    replay last night's failures of Orders to Shop / the cause is fixed, send the failed records again /
    all failed records should go out again / start a replay for Orders to Shop / once more for the records that failed /
    repeat what went wrong yesterday / get the failed invoices delivered after all /
    the destination works again, please retry / can I have the errors sent anew / try to deliver the rejected leads again /
    resend order 10099 / send invoice 4421 again / retry record 8812 / Please send yesterday's failed invoices again /
    push the broken records through once more / rerun the records that failed in Orders to Shop`,
  pause: `
    pause all of Orders to Shop / I want to stop the Orders to Shop connector / disable Orders to Shop for a while /
    can you suspend Orders to Shop / shut the Slack sync down please / stop it / pause the connector / turn the sync off /
    take the connector out of service for now / don't run Orders to Shop for now / make Orders to Shop stop /
    pause everything that goes to NetSuite / freeze the connector during our inventory count /
    stop Orders to Shop for the time being / could you turn the leads sync off / please hold all runs of Orders to Shop /
    stop Orders to Shop / please halt the sync for today / turn off the connector / put Orders to Shop on hold /
    no more runs until tomorrow please / deactivate the integration / I want it paused / do not let it run over the weekend /
    can you stop sending orders / stop syncing orders for now / we want to interrupt Orders to Shop /
    Orders to Shop must not run today / please take Orders to Shop out of operation / turn this one off /
    temporarily disable the connector / let the connector rest until Monday / cease all deliveries to Slack /
    plese stop Orders to Shop for now / switch off Orders to Shop`,
  resume: `
    start Orders to Shop again / reactivate the paused connector / switch Orders to Shop on again / let it run again /
    start it again / resume the connector / turn it back on / continue with the paused sync /
    you can let Orders to Shop run again / wake up the paused Slack connector / reenable Orders to Shop /
    switch Orders to Shop back on / Orders to Shop can go on now / activate Orders to Shop again /
    restart the paused connector / the maintenance is over, resume it / take it off hold / let it continue / undo the pause /
    bring the connector back / enable the sync again / get it going again / please switch it back on /
    reopen the paused integration / Orders to Shop may run again / we can continue with Orders to Shop /
    make it active again / start up the stopped connector again / turn Orders to Shop back on / unpuase Orders to Shop pls`,
  'run-now': `
    run Orders to Shop now please / start the leads sync immediately / do a manual run of Orders to Shop /
    execute Orders to Shop right now / can you launch it once, now / run it now / start a run right now / do a sync now /
    fire off the export / run it manually / please start Orders to Shop right now /
    can we have an extra run of the leads sync / sync now / I need the leads right now, please start the run /
    fire up Orders to Shop manually / run Orders to Shop / start it right now / trigger the sync manually /
    please do a run straight away / launch an extra run / can you run it once outside the schedule /
    get the newest orders now / do not wait for the schedule, start now / get Orders to Shop going immediately /
    please start a sync / run this connector one time / I need fresh data, run it / force a run /
    start Orders to Shop by hand / make it run now instead of tonight / could you start the payouts run immediately /
    trigger Orders to Shop once`,
  schedule: `
    what is the schedule of Orders to Shop / run the payouts every 15 minutes / when will Orders to Shop run again /
    change it to run only on weekdays / how frequently does the inventory get synced / what time does it run /
    run it every day at 5 / how many times a day does it run / change the schedule please / make it run every Monday /
    move the nightly run to 2 am / is there a run planned for tonight / please sync every ten minutes instead of hourly /
    when is the next synchronisation / what time is the next run of Orders to Shop / have it run each Friday afternoon /
    is Orders to Shop hourly or daily / when is the next run / what is the schedule / at which times does it run /
    change the interval to 30 minutes / I want it to run twice a day / run it only on weekdays / does it run at night /
    let it start at 6 instead of 8 / set the timer to hourly / how many times does it run per day / will it run tomorrow /
    how regularly does Orders to Shop run / run at 7 and at 19 / I would rather have it run weekly /
    when exactly is it going to run / tell me the planned runs / make the interval shorter / does it run on Sundays /
    which connectors run tonight / change from hourly to daily / when was it scheduled for /
    how often is the hubspot sync going / I want the payouts to go every weekday at 7 in the morning instead`,
  'suggest-mapping': `
    where should I map the email field / can you fill in the mapping for me / which source field belongs to company_name /
    map the columns automatically please / suggest the field mapping / which column goes where /
    what should the phone field be mapped to / match my fields automatically / what goes into the lastname field of HubSpot /
    help me with the mapping / how should I map these fields / which Salesforce field is right for the company name /
    fill in the mapping / which fields belong together / map first name and last name / do the field assignment for me /
    what is the right target for this column / can you match source and destination fields /
    I do not know how to map the phone number / suggest which fields to use / tell me how the columns fit together /
    where does the postcode go / propose which fields match / connect the source fields with the target fields /
    which target is meant for the order number / automatic mapping please /
    Help me match the columns of Stripe to those of BigQuery`,
  validate: `
    is the draft ok to deploy / check whether my setup is valid / are there any problems in my mapping before I publish /
    anything wrong with the configuration of my draft / can this go live / is my draft correct /
    check the mapping for errors / am I ready to deploy / have I forgotten something in the draft /
    will this deploy without problems / review my configuration please / is there anything I overlooked in the configuration /
    could this draft be deployed / is everything filled in / what is missing in my draft / can it be deployed like this /
    are all required fields set / please verify the setup / is the configuration valid /
    did I forget anything before going live / test my draft / will it work like this / check for mistakes /
    anything I need to fix before deployment / is this draft good to go / does the configuration have errors /
    please test the configuration / is the setup finished / what keeps me from deploying / check if all is filled in /
    is it valid / is this valid / is my configuration for Orders to Shop complete /
    is anything still missing in Orders to Shop so that I can go live`,
  optimise: `
    how can I make Orders to Shop faster / what could be improved in the leads sync / reduce the load on HubSpot /
    is there a way to save requests / make this faster / how do we reduce the costs of this connector /
    how can we improve the performance / our runs use too many requests, can we lower that /
    what would speed up Orders to Shop / how to make it more efficient / is there a smarter way to run Orders to Shop /
    how could the sync be sped up / how do I get it to run faster / reduce the number of calls / what can be improved /
    make the sync more efficient / any way to save time with Orders to Shop / we send too many requests, what can we do /
    tips for better performance / how do we lower the load / where could Orders to Shop be improved /
    how can it use fewer calls / we would like it to be quicker / are there ways to cut costs /
    which settings would make it faster / optimise the number of requests / can we make Orders to Shop quicker /
    any tips to tune the inventory sync`,
  recommend: `
    which integration would help our sales team / got any suggestions what to connect next /
    what can be combined with Mailchimp / what should we integrate with HubSpot / what should I connect next /
    ideas for automations / what would you recommend for HubSpot / what other systems could we connect to Stripe /
    give me ideas for new integrations / what would you connect with Typeform / what should be our next automation /
    what else can we connect / which automations would help us / suggest useful integrations /
    what do other companies automate / we use Shopify and Slack, what should we connect /
    what would be a good next integration / which systems go well together / any ideas what to automate /
    what else would be useful for us / which connectors do you suggest / where could automation save us work /
    what goes with Zendesk / what could we do with Stripe data / propose some integrations /
    We use Zendesk, Stripe and Slack. What connectors would make sense for us`,
  template: `
    show me templates for Salesforce / are there examples for Zendesk to Slack / is there something prebuilt for MySQL /
    what connectors are in the library for Typeform / which templates are there / any ready-made connectors for Stripe /
    search the library for Mailchimp / do you offer templates for Jira / I'm looking for a ready-made Mailchimp connector /
    got a blueprint for Stripe to NetSuite / what ready-made things are there for HubSpot /
    is there something ready-made for Shopify / show the library / which prebuilt connectors do you have /
    do you have a template for orders / find a template for HubSpot to Slack / are there blueprints for Zendesk /
    I want to start from a template / what does the marketplace offer / can I start with something ready for Salesforce /
    which templates support MySQL / is there any blueprint I can use / does the library have Pipedrive /
    show ready-made integrations / are there sample connectors / do you have something ready made for Pipedrive /
    Are there prebuilt connectors for accounting`,
}
