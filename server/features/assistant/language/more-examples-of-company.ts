/** More questions about figures, people and the product, and about something else. See `examples-of-connectors.ts`. */
import type { Examples } from './examples-of-connectors.ts'

export const moreExamplesOfCompany: Examples = {
  count: `
    total sent by Orders to Shop in September / did more than 5000 orders go through yesterday / have we moved over 20k rows this week /
    was it more or less than 1000 invoices today / deliveries of Orders to Shop in the last 30 days / what did Orders to Shop deliver in total /
    how many leads went to Salesforce on Tuesday / sum up the delivered records of this week / what was the number of runs yesterday /
    how many deals did we move to BigQuery since Monday / how many rows has Orders to Shop written this month /
    what volume did we have last week / which day had the most errors / number of rejected invoices in October /
    how many tickets got through to Slack this morning / how many runs are still going / count the failures since noon /
    give me a count of the orders of last Friday / how many records were updated / how many records were created yesterday /
    how many contacts were deleted / how many records have we deleted this week / number of records changed today /
    how many records does Orders to Shop move per day / how many did we lose last week / records per connector this month /
    how many customers reached HubSpot today / did we have any failures today / how many warnings came last week /
    how many alarms in the past day / how many connectors do we have / how many connectors have I got / how many alarms did we have / how many alerts today / how many customers did we change this month`,
  alerts: `
    mail me as soon as Orders to Shop fails / I want to be told when no orders come / write to me if Orders to Shop is late /
    stop telling me about Orders to Shop until Monday / I do not want to get messages about Orders to Shop any more /
    mute Orders to Shop for a week / silence the alarm of Orders to Shop / no more warnings about the leads please /
    snooze the alert until tomorrow / don't bother me with Orders to Shop this weekend / turn off the notifications of Orders to Shop /
    ring me when the payouts break / which warnings are open / are there any open alarms / what alerts came in overnight /
    give me a shout if nothing arrives / have you warned anybody about it / who is told when Orders to Shop fails /
    please keep me posted if a run fails / I would like a text message when it stops / set up an alert for failed runs /
    let us know at once when more than 10 records fail / why was I woken up by a warning / did an alarm go off last night /
    send the whole team a note when Orders to Shop fails / can you watch Orders to Shop and tell me / I got a warning, what is it`,
  health: `
    how does Orders to Shop do these days / give me a short summary of how everything is going / are my connectors alright /
    sum up the state of our connectors / how are we doing today / a quick status of all connectors / is Orders to Shop alive /
    is Orders to Shop in order / can I go home or is something broken / do all of them run as they should /
    short report on all integrations please / anything out of the ordinary / is Orders to Shop doing its job /
    what does it look like today / tell me about the state of Orders to Shop / is the connector to NetSuite up /
    any connectors down / which of them are not well / how is the leads connector getting on / are there any problems today /
    is all well / does anything need my attention / how is the system / give me an overview / was the night quiet /
    how well is Orders to Shop running / which connectors are not working / is something stuck / tell me how it stands /
    how healthy is it / how healthy is the connector / is it healthy / how healthy are we`,
  usage: `
    how much of what we pay for is already gone / which connector is the most expensive / which connector uses up most of our plan /
    what are we paying per connector / how much of the quota is gone / billed records by connector / what will we be charged this month /
    how many records were billed since the first / break down the bill by connector please / our cost so far this month /
    how far are we into our plan / is there still room in our plan / how near are we to the limit of our plan /
    does our plan last until the end of the month / how much of our allowance did we spend / what does each connector cost us /
    how much have we run up so far / consumption by connector / where does our quota go / what counts towards our bill /
    will this month be more expensive than the last / how much do we owe / what share of the plan is used /
    what is the bill so far / usage split by connector / did we use more than we paid for / are we within our plan /
    when will we run out of records / which connector eats our quota`,
  'how-to': `
    how can I save the failed rows as a file / what are the steps to restore an earlier version / how is a connector duplicated /
    in what way do I get the list into Excel / how do I go back to the version before / where do I set up alerts /
    explain how I can add a webhook / how would I give somebody read access / what must I click to deploy /
    how can I download the records as CSV / how do I switch the language / how can I copy a connector / how do you replay a record by hand /
    walk me through adding a database / steps for creating an API key please / how can I see what a run did /
    is there a way to export the audit log / how do I turn two-factor on / where do I rotate the key / how do I leave the company /
    how can I filter the list of runs / how do I add a field to the mapping / how is the error rate computed /
    how do I connect Salesforce / how do I use a template / what does skipped mean / what is a dry run for /
    where can I look up what a code means / how do I remove a user / what happens when I pause a connector / how do you set a retry`,
  people: `
    who apart from me can change Orders to Shop / who is able to deploy here / invite tom@example.com to the team /
    add a colleague to our workspace / please invite a new user / when was Anna last here / when did Peter last log in /
    who has signed in today / is Maria an administrator / which people have access to Orders to Shop / who owns Orders to Shop /
    give Anna the right to deploy / make Tom an administrator / remove Peter from the workspace / who may see Orders to Shop /
    has Julia joined yet / did Max accept the invitation / how many people are on our team / list everybody with access /
    what is Laura allowed to do / who can I ask for access / who created Orders to Shop / who is our administrator /
    who manages the users / can Paul edit the mapping / who was here last week / which colleague is responsible for Orders to Shop /
    what rights does an operator have / show me the members / who are the other users`,
  limits: `
    how many connectors may we have / what number of connectors is allowed / how long are old runs kept before they are removed /
    when do you throw away old records / for how many days do you keep the payloads / do old runs get deleted after a while /
    how big may a payload be / how many rows can be read in one go / what is the maximum number of fields /
    how many API keys may we create / how often may I call the API / is there a maximum for the number of users /
    what is the longest time a run may last / how many lines can a mapping have / how far back does the history go /
    how long before data gets erased / are there any restrictions on the size / up to how many records can I load /
    what is the shortest interval between two runs / how many retries are made / how many webhooks are we allowed /
    how long do you hold on to the logs / can a file have more than 100 MB / can I load a million rows in one run /
    what is the cap on requests / how long is the retention / how many people may we add at most`,
  capabilities: `
    what can I do with you / in what ways can you help / which questions do you answer / what are you good for /
    what kinds of things can I ask / what are your abilities / what should I ask you / what is it that you can do /
    tell me what you can do for me / what do you understand / what can this assistant do / how do I use this assistant /
    are you a machine / who am I talking to / are you ChatGPT / what help can I get here / what is your job /
    where do you get your answers from / can you make mistakes / show me what you can do / are you able to change things /
    give me examples of what to ask / what topics do you cover / what don't you know / do you answer in German`,
  smalltalk: `
    hi, how is it going / hello, how are you doing / good day to you / morning / hey there / good evening, how are you today /
    thanks, that was helpful / thank you so much / that is great / perfect, thanks / you are great / well done / bye for now /
    see you later / nice to meet you / awesome, thanks / ok thank you / cool, thanks / have a good weekend / good night /
    hello again / hiya / how do you do / I appreciate it / that helped a lot`,
  'out-of-scope': `
    will it snow in Munich on Sunday / how do I build a zap in Zapier / how do I create a flow in Power Automate /
    set up a call with Anna on Monday at 9 / arrange a meeting with the sales team / move my meeting to Thursday /
    I lost my Outlook password, can you reset it / reset my Windows password / unlock my Apple account /
    which shop system is better, Shopify or Magento / is HubSpot worth the money / should I use Postgres or MySQL /
    how many people live in Hamburg / how many inhabitants does Spain have / my Python script throws an exception, why /
    why does my CSS not work / how do I centre a div / fix the bug in my javascript code / explain React hooks /
    can you approve my vacation / sign off my expenses / approve my travel request / may I take Friday off /
    the wifi in the office is down / the internet is slow again / my laptop is slow, what can I do / the phone does not work /
    should we buy Salesforce shares / is Stripe stock a good buy / what is the stock price of Shopify /
    print the labels for the parcels / print this document / pack the parcels for today / where is my parcel from DHL /
    book a flight to London / book me a table for two / rent a car for Saturday / order lunch for the team / order new toner /
    create a logo for our company / write a newsletter about our new product / design a banner / make a slide deck for the board /
    draft an email to the customer about the delay / write a job advertisement / translate this contract / correct my spelling /
    how do I do a vlookup / how do I create a pivot table / make a chart in PowerPoint / sum the column in my spreadsheet /
    who won the match yesterday / when does the shop on the corner open / what is on television tonight / tell me a joke /
    how do I cancel my gym membership / cancel my Netflix subscription / pay my electricity bill / how much is my rent /
    how much tax do we pay / what was our turnover last year / how do I raise prices / how many days of vacation do I have left /
    what is my salary / when do we get paid / who is on call this weekend / who is sick today / is the boss in the office /
    run a marathon / start my car / stop the music / pause the podcast / resume the film / turn the heating off /
    what is the difference between a cat and a dog / compare two laptops / what changed in the new iPhone / is Berlin bigger than Paris /
    who wrote Harry Potter / how often does the bus run / when is the next bus / when is the next train / find a hotel near the fair /
    find me a recipe with chicken / recommend a good film / what should I give my wife for her birthday / which car should I buy /
    how do I set up a mailbox in Outlook / how do I install Windows / connect my phone to the car / how do I pair my headphones /
    what are the best CRM systems / which accounting software is the cheapest / what does HubSpot cost per user /
    when was Salesforce founded / who is the CEO of Shopify / how do I become a Salesforce administrator /
    how do I post a picture in Slack / create a channel in Slack / assign the Jira ticket to Tom / close my ticket in Zendesk /
    call the customer back / remind me to call Peter / add milk to my shopping list / send a card to grandma /
    is there a limit on hand luggage / how long do eggs keep / how long is the flight to Tokyo / how many litres fit in a bath /
    what is wrong with the coffee machine / why is the elevator stuck / why is my screen flickering / what caused the war /
    check my essay for mistakes / is my passport still valid / validate my parking ticket / what is the weather like`,
}
