/** More wishes about connectors, in other verbs and in longer sentences. See `examples-of-connectors.ts`. */
import type { Examples } from './examples-of-connectors.ts'

export const moreExamplesOfConnectors: Examples = {
  'create-connector': `
    Our finance people want the Stripe fees to show in NetSuite, please set it up /
    we switched to Pipedrive last month and need its deals in Snowflake / take the leads from Typeform and drop them into Salesforce /
    grab all tickets from Zendesk and store them in Postgres / pull contacts out of Mailchimp and write them to HubSpot nightly /
    whenever an invoice is paid in Stripe, mark it in NetSuite / could you automate that Jira issues get into Slack /
    I'd like to bring our MySQL stock levels over to Shopify / start a new one from HubSpot to Zendesk /
    we have just got Zendesk, feed its tickets to BigQuery / new GitHub issues should become tickets in Jira, please do that /
    I want the answers of our form to go straight to the CRM / ship our Shopify sales to the warehouse every morning /
    funnel Salesforce accounts into Mailchimp / let new customers in Shopify be added to HubSpot by themselves /
    somebody types orders over by hand from Shopify to NetSuite, can this be automated / please make a connector for refunds /
    get the products out of NetSuite and put them into Shopify / dump the Stripe charges into MySQL once a day /
    can Slack get a post for each new deal in Pipedrive, please build it / forward new subscribers from Typeform to Mailchimp /
    I need something that keeps contacts in Salesforce and HubSpot the same / build one more from Stripe to Snowflake /
    set me up with a connection from Zendesk to Salesforce / we'd need the hours from Jira in our accounting, create that /
    stream orders to BigQuery / create an integration / a fresh one that moves payouts to Postgres each hour`,
  replay: `
    everything that got refused on Friday should be delivered again, we corrected the field /
    we fixed the address, please push the 40 failed ones through / give the rejected invoices a second try /
    run the 12 records from last night that did not make it again / have the bad ones processed a second time /
    NetSuite is back, so send again what bounced / the token is renewed, retry the failures since noon /
    could all orders that errored out be redelivered / reprocess yesterday's records of Orders to Shop /
    I would like the failed leads of last week to be processed again / repeat the 5 that were rejected this morning /
    please redo the ones that could not be delivered / can you resend those 30 failed customers /
    deliver again whatever HubSpot turned down / the mapping was corrected, now retry all of it /
    re-run the rejected tickets please / all the records of Monday need to go through once more /
    take the failed rows and send them once again / replay the lot / replay everything since 8 am /
    send the whole of yesterday again to BigQuery / try those errors again now that the field exists /
    I need the refused payouts to be retried / get the lost invoices over to NetSuite after all /
    the API was down, resend what it refused / resend the 3 broken ones / reprocess all`,
  pause: `
    put the payouts on ice until the audit is over / stop everything that goes into Salesforce immediately /
    we are moving to a new shop system, hold Orders to Shop until then / can you take Orders to Shop offline for today /
    nothing may be written to HubSpot this weekend, please stop it / halt all connectors that write into Snowflake /
    switch the tickets off until next week / no more deliveries to NetSuite for the moment please /
    hold off with Orders to Shop, we are cleaning up / keep Orders to Shop from running until Thursday /
    pull the plug on Orders to Shop / disable it while we change the password / stop the connector right now /
    park Orders to Shop for a few days / quick, stop Orders to Shop, it is sending rubbish / can this be put on hold /
    please suspend everything that reads from Stripe / pause all connectors to Mailchimp / bring Orders to Shop to a halt /
    stop the import until I say so / turn Orders to Shop off until we have tested it / hold the invoices back for now /
    Orders to Shop should rest over Christmas / suspend it for an hour / stop the invoices / please stop the tickets / pause the payouts please / halt the leads / shut it down for maintenance / deactivate Orders to Shop`,
  resume: `
    we are done with the migration, let Orders to Shop go on / switch it on again, the audit is finished /
    get Orders to Shop back up / please activate the one that was paused last week / put Orders to Shop back to work /
    reactivate the connector I paused on Monday / bring Orders to Shop back online / turn the leads sync on again /
    you may start Orders to Shop back up / let us have Orders to Shop back / the freeze is over, enable Orders to Shop /
    lift the hold on Orders to Shop / restart what we stopped yesterday / continue the connector that was suspended /
    unpause the payouts / release the pause / Orders to Shop should be on again / set Orders to Shop to active again /
    go on with the tickets now, everything is cleaned up / resume everything I paused / wake Orders to Shop up /
    make Orders to Shop work again, I had switched it off / please take up Orders to Shop again / reenable what was disabled /
    we can let it loose again / turn on Orders to Shop / resume the invoices / start the tickets again / enable Orders to Shop`,
  'run-now': `
    start off Orders to Shop / could you get Orders to Shop to run once, I am testing / launch Orders to Shop please /
    do one run of Orders to Shop for me / push the button on Orders to Shop / trigger the leads now, do not wait for midnight /
    run the payouts once so that I can see the result / go ahead and run Orders to Shop / set Orders to Shop going /
    make Orders to Shop fetch the newest orders immediately / I cannot wait until tonight, run it now /
    let Orders to Shop do one round right now / fetch the latest invoices this minute / get a run going /
    have it run once as a test / we need today's figures, start the sync at once / please kick the export off /
    run the connector straight after this / execute the payouts / begin a run of Orders to Shop /
    can it be run immediately / sync the contacts right away / run a quick test of Orders to Shop with real data /
    start another run / run the invoices / start the tickets now / do a run ahead of schedule / bring the numbers up to date now / run this once more now`,
  schedule: `
    at what hour does Orders to Shop begin / when will the payouts be started next / how many minutes until the next run /
    on which days does Orders to Shop run / when can we expect the next run of Orders to Shop /
    switch Orders to Shop from daily to every two hours / I'd like it to start later in the morning /
    how often is Orders to Shop executed / does Orders to Shop go every hour or every day / set it to run at night only /
    how often do we fetch the orders / is Orders to Shop started on weekends / can it start at 4 instead /
    every how many minutes does the sync start / let Orders to Shop run each weekday at six / what interval is set /
    tell me when it fires next / when does it kick in again / which timer does Orders to Shop have /
    what is the rhythm of Orders to Shop / when is the next one due / make the payouts run on the first of each month /
    run twice a day please / it should go off every quarter of an hour / when is it scheduled to go /
    shift Orders to Shop to the evening / what time will it go off tomorrow`,
  'suggest-mapping': `
    into which Salesforce field should the street go / where do I put the VAT number in NetSuite /
    I am not sure where the postcode belongs in HubSpot, any suggestion / which of our columns would fill the currency /
    HubSpot requires a lifecycle stage, which column could I use for it / what could I use for the tax code that NetSuite asks for /
    Shopify needs a sku on each product, what from our data would match / which source column suits the country /
    where to put first_name in Mailchimp / what should birthday be mapped to / does phone_number go into mobile or phone /
    which field is best for the company / which field do I choose for the delivery date / pair up the fields for me /
    how would you assign the fields of Stripe to NetSuite / what do I fill customer_id with /
    the destination asks for a region, what could I take / any idea which field the amount belongs to /
    find the right fields for these columns / can you do the matching of the fields / I need a target for order_total /
    what is the counterpart of last_name in Salesforce / propose where each column should go /
    which value would you put into the status field / help, which column corresponds to the email / map these for me`,
  validate: `
    can Orders to Shop be deployed or does something still lack / is Orders to Shop complete /
    does the configuration of Orders to Shop make sense or are fields missing / before I deploy, is anything still open /
    is Orders to Shop set up correctly / have I filled in all that is required / what is left to do before I can deploy /
    am I done with the setup of Orders to Shop / check Orders to Shop before it goes live /
    does my draft pass all checks / have a look at the draft, is it fine / would Orders to Shop deploy like this /
    are there still gaps in the setup / which required fields are not mapped yet / did I miss a step in the setup /
    does everything in the draft fit / tell me whether the draft is complete / can I publish this safely /
    is the source configured properly / are the settings of Orders to Shop ok / go over my mapping for errors /
    is there still something to fill in / can I press deploy now / what hinders the deployment / is it deployable /
    is Orders to Shop ready / please check the setup for mistakes / run the checks on my draft`,
  optimise: `
    get Orders to Shop to finish sooner / how do I bring the run time of Orders to Shop down /
    we use up the HubSpot quota by noon, make Orders to Shop need fewer calls / get more records per minute through Orders to Shop /
    is there any way to make it less slow / can Orders to Shop be tuned / Orders to Shop calls the API too often, how do we cut that /
    raise the throughput of Orders to Shop / increase the throughput / how can we be gentler on the Salesforce API /
    can we shorten the runs / what would make Orders to Shop run in half the time / cut down the calls to NetSuite /
    help me get the run below ten minutes / could we load bigger batches to be faster / speed Orders to Shop up please /
    how do we keep below the rate limit of Shopify with fewer requests / could it be done with less traffic /
    where do we waste time in Orders to Shop / can you trim the number of calls / what settings would help the performance /
    how to get through the records faster / improve Orders to Shop / optimise Orders to Shop / tune it for me /
    it should take less time, what can I change / anything we could do to speed the import up`,
  recommend: `
    what would you suggest that I do next / what should I look into this week / any advice for us / what do you advise /
    what would you build in my place / where should I start / what should I do first / if you were me, what would you do /
    what is worth doing next / anything you would recommend / what can I do better / what are good next steps /
    what should we take care of next / have you got a recommendation for me / which task should I begin with /
    what would be the most useful thing to do now / which connector should we build next / what else could we automate here /
    which other systems would be worth connecting / we have HubSpot and Stripe, what would go well with them /
    what could save us the most work / what do you think we should do with our tickets /
    what would bring us the most / I have an hour free, what should I improve / your suggestions please / give me some advice /
    what do shops like ours connect / tell me what to do next`,
  template: `
    is there a ready-made flow to bring Zendesk tickets to Slack / do you have something finished for getting orders into NetSuite /
    I don't want to build it from zero, is there a template for Stripe to Snowflake / any model I could copy for HubSpot contacts /
    is there a sample for syncing leads to Salesforce / which starting points are there for Shopify /
    has somebody already built one for Jira that I can take / what is available ready-made for Mailchimp /
    can I reuse an existing connector for moving payouts / is a prebuilt one for GitHub issues to Slack available /
    any preset for copying customers into HubSpot / does the marketplace have one for Pipedrive into BigQuery /
    show me what is in the library / look in the library for Zendesk / do you offer a ready-made connector for syncing products /
    rather than starting from nothing I would like to copy one, do you have any / are there blueprints for moving invoices /
    something off the shelf for Shopify orders / a template to load deals into Postgres please / give me a template for Typeform /
    do you have examples for a CRM / browse the templates / which templates exist for Stripe / any template that fits for leads /
    is there one in the marketplace for Salesforce to MySQL / I'm after a ready-made solution for tickets`,
}
