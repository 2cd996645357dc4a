/** Questions about figures, people and the product as people put them, and questions that are about something else. See `examples-of-connectors.ts`. */
import type { Examples } from './examples-of-connectors.ts'

export const examplesOfCompany: Examples = {
  count: `
    how many failures did we have yesterday / count the deliveries of Orders to Shop in the past 7 days /
    what is the error rate of Orders to Shop / how many runs failed last night / total records delivered this week /
    how many contacts were synced this morning / which connector has the most errors /
    how many of the invoices were rejected / Show failures per day for the last month /
    how many of our connectors are paused right now / how many records came in today / number of runs last week /
    how many were skipped yesterday / amount of delivered records per connector / which connectors are in draft /
    show me the failed runs of today / give me the number of orders that failed today /
    how many invoices have been sent to Snowflake this year / what share of records failed last week /
    how busy were we yesterday / records per hour today / do we have more errors than yesterday /
    how many customers arrived in the past 30 days / how many records bounced yesterday / what's our total for this week /
    number of tickets sent to Slack in the last 7 days / which of our connectors failed today /
    how many invoices were read this morning / were there fewer errors than last month /
    how many orders went through yesterday / how many records did Orders to Shop deliver today /
    how often did it fail this week / number of errors since Monday / total of delivered records in the past 30 days /
    how much was transferred last night / what percentage of records was rejected / which connector fails the most /
    how many connectors are active / how many runs did we have today / show the number of failures by day /
    more failures than last week / list connectors that are paused / average records per day /
    compare deliveries of this month with last month / how many alerts were raised this week /
    how many did not get through today / how many deliveries this week / give me the figures of last month /
    how many records were processed in the last hour / how many errors per day /
    the total number of customers delivered since Monday / what was the number of failed orders on the weekend /
    how high was the volume last week / how many invoices got lost / how many connectors failed in the last 24 hours /
    was today better than yesterday / how do the numbers of this week compare to last week / top 5 connectors by records /
    which connector is the busiest / list everything that is switched off / which ones are turned off /
    what is waiting right now / which runs are in the queue / will there be more records tomorrow /
    what is expected for next week / which connectors have problems / which connectors have errors /
    which connector had the most failures / numbr of faild records this month pls / how much data did we move in October /
    How many connectors do we actually have / Which connector moved the most records this week`,
  alerts: `
    which alerts are active right now / did I miss any alarm / why did I get a notification last night /
    send me a message when the payouts fail / what are the warnings about / any alerts / which warnings are open /
    tell me when it fails / notify me by email if a run fails / are there open alarms /
    which connector raised an alert today / can you warn me if a run fails / were there any alerts this morning /
    I want to be told when Orders to Shop fails / what alerts do we have / is there a warning for Orders to Shop /
    which alarms are active / why did I get an alert / inform me when no data comes / send me an email when it fails /
    what was the alarm last night about / show all warnings / warn the team if it stops / is any alarm active /
    what were we warned about / I keep getting alerts, what for / let me know if Orders to Shop stops /
    show the alerts of last week / who gets notified when a run fails / could I be told when nothing arrives /
    what alarms wnet off over the weekend`,
  health: `
    is the system ok / how are things going with the connectors / is there anything I need to look at today /
    status report please / anything broken since yesterday / are all connectors up and running / is everything fine /
    how is it going with my connectors / status of all connectors / which connectors need attention / is anything wrong /
    how are my integrations today / do we have any problems right now / is the leads sync working / what needs my attention /
    does everything work / are the syncs alright / how's Orders to Shop / is there something broken / is everything ok /
    how are the connectors doing / do all integrations work / is Orders to Shop healthy / give me the status /
    what is the state of our syncs / are there problems right now / anything I should worry about /
    which connectors are in trouble / is it running properly / quick check of everything please / are we good today /
    tell me how we are doing / is there trouble anywhere / are all runs fine today / does Orders to Shop work /
    how is Orders to Shop / check all connectors / is it ok / do I need to do anything / what is broken right now /
    summary please / are all green / when did Orders to Shop last run / when was the last run / what did the last run do /
    how did the last run go / which of my connectors need attention, and why / which of my connectors are unhealthy /
    is everything running smoothly / how is the hubspot sync doing / wich ones are failling at the moment`,
  usage: `
    how many records are included in our plan and how many are used / what will the bill be this month /
    current consumption of our plan / how much does this cost us per month / did we exceed the plan /
    how much have we used this month / how many records are left in the plan / how high is our bill / show the usage /
    how many records can we still send this month / how much of the plan have we used /
    are we going over our limit this month / how much is left in our plan / how many records have we used up /
    how much of our plan is used / how many records are left this month / what do we pay / what does our plan cost /
    what was our last bill / is our quota enough / how close are we to the limit of the plan / consumption this month /
    how many seats are used / will we get over our allowance / how much have we consumed / what is left of our quota /
    how many of our included records are gone / what will we have to pay / is the plan large enough for us /
    how many users can we still add / what are we being charged for / show our plan and what we use of it /
    how much of our montly quota is gone / What did we use so far this month of our plan`,
  'how-to': `
    how do I add a new team member / where can I see the audit log / how to change my password / steps to create an API key /
    where is the dark theme / what does a dry run do / how do I export a connector / what is an enrichment /
    how do I create a connector / how can I delete a connector / where do I change my email address /
    how does the schedule work / what is a replay / how do I set up single sign-on / how can I rename a connector /
    where do I find my invoices / how do I connect with single sign-on / what's the difference between a run and a record /
    can you tell me how to add a webhook / how do I give a colleague access / where do I enter the new password of our shop /
    how can I undo a deployment / how do I build a connector / how can I invite someone / how do I change my password /
    where can I download the invoice / where do I set the timezone / what do I need to do to receive alerts by SMS /
    how do I turn on the second factor / how can I roll back to an earlier version /
    what is the difference between pause and delete / how do webhooks work / how do I contact support /
    what does degraded mean / where is the list of API keys / can I export a connector, and how /
    how can I change the role of a member / how do I get started / what is the way to add a second user /
    how can I see old invoices / I forgot my password, what do I do / where can I change the name of the company /
    how do I restrict access to certain addresses / what steps are needed to connect a database / how do I delete my account /
    can I get notifications in Slack, and how / explain how mapping works / what is an API key for /
    how do I read only new records / how do I build an integration / how do I map fields to the destination /
    how do I invite a collegue / what do I have to do to get alerts on my phone /
    I'd like to download my invoices as PDF, where do I go`,
  people: `
    list all team members / who can delete connectors / who is the owner of our account / what am I allowed to do /
    what role does Anna have / who is in our company / who may deploy / list the administrators / what is my role here /
    who else works with this / which role does my colleague have / who is allowed to change settings /
    how can I see who is on the team / who has the right to pause connectors / show me everyone in the company /
    who are the members of our team / who is allowed to deploy / which users are administrators / who can see our data /
    am I an administrator / what rights do I have / who belongs to our company / list colleagues with access /
    does Anna have admin rights / who invited this user / who works here / who can change connectors / is Peter on the team /
    what may operators do / how many admins are there and who / may I delete a connector / who is responsible for users /
    which members are active / who has access to our workspace / which of my coworkers can deploy connectors`,
  limits: `
    how many connectors can we create at most / what is the maximum file size / how long do you keep the history /
    how many requests per minute does the API allow / is there a limit on fields / what is the maximum size of a record /
    how many connectors are allowed / how many requests can I send per minute / how long are records kept /
    what is the rate limit / how large can an upload be / for how long are payloads stored /
    what's the biggest file I can load / how many people can be in a team / what limits are there /
    how many records can one run read / how big can a file be / what is the largest response /
    how many fields may a mapping have / how many connectors can we have at most / how many times is a request retried /
    is there a maximum number of users / how long do you store the records / how many calls per second are allowed /
    how many members may a company have / is there an upper limit for records / what is the most a run can read /
    how often are requests retried / how long may a run take at most / what size can a message have /
    after how many days is data deleted / what's the maximum number of pages in one run /
    is there a cap on the size of a response`,
  capabilities: `
    what are you able to do / are you a real person / how can you help me / what do you know about my data / what can you do /
    how does this assistant work / who are you / what kind of things do you know / can you also make changes /
    tell me what you are good at / what exactly do you do here / can I trust your numbers / what can I ask you /
    what do you do / are you an AI / how do you know all this / can you do things by yourself / what are your skills /
    how does the assistant work / tell me about yourself / what questions do you understand / how can you be of help /
    what are you for / do you use artificial intelligence / which tasks can you take over / can you change my connectors /
    do you know everything about our data / who answers my questions here / what sort of questions can I ask you`,
  smalltalk: `
    hello there / thank you very much / hey, how are you / hi there / thanks a lot / great, thank you / good evening /
    cheers, bye / hi, good to see you / many thanks / hello / hey / thanks, bye / good job / nice work / see you tomorrow /
    thank you for your help / good afternoon / hi assistant / thank you, bye / have a nice day / very good / good morning`,
  'out-of-scope': `
    what is the capital of Peru / how many contracts did legal sign / plan my holiday in Greece / who invented the telephone /
    when is the next train to Hamburg / write python code to sort a list / what should I cook tonight / how do I tie a tie /
    send flowers to my wife / what is the population of Brazil / how much does a flight to Rome cost / why did my plant die /
    how often should I water a cactus / convert 20 dollars to euros / how long does it take to boil an egg /
    why is the sky blue / stop smoking tips / start the dishwasher / who is the president of France / play some jazz /
    compare iPhone and Android / which restaurant nearby is good / find a plumber in Leipzig / how do I file my tax return /
    is it going to rain / set an alarm for 7 / turn off the lights / what did the boss say in the meeting /
    summarise this article for me / how healthy is coffee / how much does Salesforce cost / when was Stripe founded /
    where is the office of HubSpot / what is the phone number of Zendesk / is Jira better than Trello / who owns Slack /
    what is 12 times 14 / tell me about the history of Rome / how do I lose weight / what is love / recommend a book /
    change the tyres on my car / why do cats purr / what time is it in Tokyo / any good movies this week /
    delete my browser history / help me write my CV / how is the stock market doing / what did you do yesterday /
    is the gym open on Sunday / what is the meaning of life / how tall is Mount Everest / tell me a story about dragons /
    who painted the Mona Lisa / how do I fix a bicycle / what is the best pizza in town / order a taxi to the airport /
    how many calories are in an apple / why do birds sing / what should I wear today / write a birthday card for Anna /
    which phone should I buy / how much is a coffee in Vienna / is there life on Mars / explain quantum physics /
    send an email to my landlord / how much money does Anna earn / when does school start /
    what is the exchange rate of the dollar / how old is the pope / who invented Slack /
    what are the opening hours of the museum / how many people live in Berlin / change my haircut /
    why is my car making noise / sell my old sofa / is Stripe a good investment / what is the headquarters of Shopify /
    what does the word serendipity mean / how do I get rid of mosquitoes / how many people work at Slack /
    draft a contract with our supplier / why did sales drop in spring / who should I invite to my birthday /
    when is the deadline for the tax declaration / what is the best way to learn SQL / give me a recipe for pancakes /
    how is the traffic on the motorway / is my colleague on holiday / what does the invoice of the electrician say /
    how much does an iPhone cost / run a virus scan on my laptop / what did the customer order for lunch /
    which team won the league / why is my internet so slow / how do I connect my bluetooth headphones /
    what is the password of the wifi / stop the elevator / schedule a dentist appointment / who wrote Faust /
    how many days until Christmas / start a diet plan / what is the limit of a credit card /
    is there an alert for thunderstorms / which shoes match a blue dress / how healthy is our company financially /
    hire a new accountant / what's wrong with my knee / will the euro rise / find my keys / how do I fix a flat tyre /
    what's a good name for a dog / who is responsible for climate change / compare the two candidates for the election /
    write a limerick / how much sugar is in cola / why is my coffee machine broken / order new pens for the office /
    when is mother's day / count the sheep / pause the video / is the train late / find a babysitter /
    how many users does Mailchimp have / what do customers think of us / recommend a restaurant /
    what changed in Germany after 1990 / is there an alert for pollen today / send a fax to the tax office /
    why did the market crash / how many employees does HubSpot have / what is the revenue of Stripe /
    what should I say in my job interview / translate good morning into Italian / how far is the moon /
    why are taxes so high / what is our profit this year / book a hotel in Paris / which bank gives the best loan /
    how do I print in colour / is Shopify cheaper than Magento / who runs Salesforce / remind me of my mother's birthday /
    how do I unlock my phone / which customers are unhappy with our products / what is the square root of 81 /
    set a timer for ten minutes / write an advertisement for our shop / lorem ipsum dolor sit amet / xyzzy /
    should we hire more salespeople / what is a good price for our product / the printer is broken / my screen is black /
    when is the company party / do you like music / do you like cats / why did the economy crash /
    how many visitors does our shop have / what's the weather in Berlin tomorrow /
    write an apology letter to a customer whose parcel is late / how many employees does Shopify have /
    what is the share price of Salesforce today / make me a training plan for running a marathon / calculate 17% of 2300 /
    how do I make a pivot table in Excel / what changed in the tax law this year / find me a cheap flight to Lisbon /
    translate "delivery note" into French / how do I reset the printer on the second floor / asdf qwer zxcv /
    When does the canteen open`,
}
