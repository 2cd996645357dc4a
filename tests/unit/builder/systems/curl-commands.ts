/** Commands in the shapes that vendors document, with invented values, and what each of them means. */
import type { Auth } from '#contract/connectors/config/config.ts'

export type Meant = {
  readonly method: string
  readonly url: string
  readonly queries?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string>>
  readonly auth?: Auth
  readonly isForm?: true
  readonly multipart?: readonly object[]
  /** Of a source: its body. Of a destination: the record. */
  readonly body?: unknown
  readonly example?: unknown
  /** Parts that are told as not used, besides those that change nothing. */
  readonly told?: readonly string[]
}

export const curlCommands: readonly (readonly [name: string, side: 'source' | 'destination', command: string, meant: Meant])[] = [
  [
    'stripe-form',
    'destination',
    `curl https://api.stripe.com/v1/customers \\
  -u "sk_test_FAKEfake123:" \\
  -d name="Jenny Example" \\
  --data-urlencode email="jenny@example.com" \\
  -d "metadata[order_id]"=6735`,
    {
      method: 'POST',
      url: 'https://api.stripe.com/v1/customers',
      isForm: true,
      auth: { type: 'basic', username: '', password: 'sk_test_FAKEfake123', keyAsUserName: true },
      example: { name: 'Jenny Example', email: 'jenny@example.com', metadata: { order_id: '6735' } },
    },
  ],
  [
    'shopify-admin',
    'source',
    `curl -X GET "https://demo-shop.myshopify.example/admin/api/2024-10/orders.json?status=any&limit=250" \\
-H "X-Shopify-Access-Token: shpat_FAKE0000000000000000"`,
    {
      method: 'GET',
      url: 'https://demo-shop.myshopify.example/admin/api/2024-10/orders.json',
      queries: { status: 'any', limit: '250' },
      secrets: { 'X-Shopify-Access-Token': 'shpat_FAKE0000000000000000' },
    },
  ],
  [
    'hubspot-search',
    'source',
    `curl --request POST \\
  --url https://api.hubapi.com/crm/v3/objects/contacts/search \\
  --header 'authorization: Bearer YOUR_ACCESS_TOKEN' \\
  --header 'content-type: application/json' \\
  --data '{"filterGroups":[{"filters":[{"propertyName":"lastmodifieddate","operator":"GT","value":"1579514400000"}]}],"limit":100}'`,
    {
      method: 'POST',
      url: 'https://api.hubapi.com/crm/v3/objects/contacts/search',
      headers: { 'content-type': 'application/json' },
      auth: { type: 'bearer', token: '' },
      body: {
        filterGroups: [{ filters: [{ propertyName: 'lastmodifieddate', operator: 'GT', value: '1579514400000' }] }],
        limit: 100,
      },
    },
  ],
  [
    'github-issues',
    'source',
    `curl -L \\
  -H "Accept: application/vnd.github+json" \\
  -H "Authorization: Bearer <YOUR-TOKEN>" \\
  -H "X-GitHub-Api-Version: 2022-11-28" \\
  https://api.github.com/repos/OWNER/REPO/issues`,
    {
      method: 'GET',
      url: 'https://api.github.com/repos/OWNER/REPO/issues',
      headers: { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' },
      auth: { type: 'bearer', token: '' },
    },
  ],
  [
    'twilio-message',
    'destination',
    `curl -X POST "https://api.twilio.com/2010-04-01/Accounts/$TWILIO_ACCOUNT_SID/Messages.json" \\
--data-urlencode "Body=Hi there" \\
--data-urlencode "From=+15017122661" \\
--data-urlencode "To=+15558675310" \\
-u $TWILIO_ACCOUNT_SID:$TWILIO_AUTH_TOKEN`,
    {
      method: 'POST',
      url: 'https://api.twilio.com/2010-04-01/Accounts/$TWILIO_ACCOUNT_SID/Messages.json',
      isForm: true,
      auth: { type: 'basic', username: '$TWILIO_ACCOUNT_SID', password: '' },
      example: { Body: 'Hi there', From: '+15017122661', To: '+15558675310' },
      told: ['$TWILIO_ACCOUNT_SID', '$TWILIO_AUTH_TOKEN'],
    },
  ],
  [
    'pagerduty-token',
    'source',
    `curl -H "Accept: application/json" -H "Authorization: Token token=pd_FAKE00000000000000" "https://api.pagerduty.com/incidents?statuses[]=triggered&statuses[]=acknowledged"`,
    {
      method: 'GET',
      url: 'https://api.pagerduty.com/incidents',
      queries: { 'statuses[]': 'triggered,acknowledged' },
      headers: { Accept: 'application/json' },
      auth: { type: 'apiKey', in: 'header', name: 'Authorization', value: 'Token token=pd_FAKE00000000000000' },
    },
  ],
  [
    'klaviyo-scheme',
    'source',
    `curl --request GET --url 'https://a.klaviyo.com/api/profiles?page[size]=20' --header 'Authorization: Klaviyo-API-Key pk_FAKE' --header 'accept: application/vnd.api+json' --header 'revision: 2024-10-15'`,
    {
      method: 'GET',
      url: 'https://a.klaviyo.com/api/profiles',
      queries: { 'page[size]': '20' },
      headers: { accept: 'application/vnd.api+json', revision: '2024-10-15' },
      auth: { type: 'apiKey', in: 'header', name: 'Authorization', value: 'Klaviyo-API-Key pk_FAKE' },
    },
  ],
  [
    'datadog-two-keys',
    'destination',
    `curl -X POST "https://api.datadoghq.com/api/v1/events" \\
-H "Accept: application/json" \\
-H "Content-Type: application/json" \\
-H "DD-API-KEY: \${DD_API_KEY}" \\
-H "DD-APPLICATION-KEY: appkeyFAKE123" \\
-d @- << EOF
{
  "text": "Oh boy!",
  "title": "Did you hear the news today?"
}
EOF`,
    {
      method: 'POST',
      url: 'https://api.datadoghq.com/api/v1/events',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      secrets: { 'DD-API-KEY': '', 'DD-APPLICATION-KEY': 'appkeyFAKE123' },
      example: { text: 'Oh boy!', title: 'Did you hear the news today?' },
      told: ['$'.concat('{DD_API_KEY}')],
    },
  ],
  [
    'gitlab-private-token',
    'source',
    `curl --header "PRIVATE-TOKEN: glpat-FAKE" "https://gitlab.example.com/api/v4/projects/:id/issues?updated_after=2024-01-01T00:00:00Z&per_page=100"`,
    {
      method: 'GET',
      url: 'https://gitlab.example.com/api/v4/projects/:id/issues',
      queries: { updated_after: '2024-01-01T00:00:00Z', per_page: '100' },
      secrets: { 'PRIVATE-TOKEN': 'glpat-FAKE' },
      told: [':id'],
    },
  ],
  [
    'zendesk-email-token',
    'source',
    `curl "https://{subdomain}.zendesk.com/api/v2/incremental/tickets.json?start_time=1332034771" -v -u {email_address}/token:{api_token}`,
    {
      method: 'GET',
      url: 'https://{subdomain}.zendesk.com/api/v2/incremental/tickets.json',
      queries: { start_time: '1332034771' },
      auth: { type: 'basic', username: '{email_address}/token', password: '' },
      told: ['{subdomain}', '{email_address}'],
    },
  ],
  [
    'airtable',
    'destination',
    `curl -X PATCH https://api.airtable.com/v0/appXXXX/tblYYYY \\
-H "Authorization: Bearer YOUR_TOKEN" \\
-H "Content-Type: application/json" \\
--data '{
  "performUpsert": { "fieldsToMergeOn": ["Name"] },
  "records": [ { "fields": { "Name": "It'"'"'s here", "Visited": true } } ]
}'`,
    {
      method: 'PATCH',
      url: 'https://api.airtable.com/v0/appXXXX/tblYYYY',
      headers: { 'Content-Type': 'application/json' },
      auth: { type: 'bearer', token: '' },
      example: { performUpsert: { fieldsToMergeOn: ['Name'] }, records: [{ fields: { Name: "It's here", Visited: true } }] },
    },
  ],
  [
    'slack-multipart',
    'destination',
    `curl -F file=@dramacat.gif -F "initial_comment=Shakes the cat" -F channels=C024BE91L -H "Authorization: Bearer xoxb-FAKE" https://slack.com/api/files.upload`,
    {
      method: 'POST',
      url: 'https://slack.com/api/files.upload',
      auth: { type: 'bearer', token: 'xoxb-FAKE' },
      multipart: [{ field: 'file' }],
      example: { initial_comment: 'Shakes the cat', channels: 'C024BE91L', file: '' },
      told: ['-F file=@dramacat.gif'],
    },
  ],
  [
    'notion-query',
    'source',
    `curl -X POST 'https://api.notion.com/v1/databases/897e5a76ae524b489fdfe71f5945d1af/query' \\
  -H 'Authorization: Bearer '"$NOTION_API_KEY"'' \\
  -H 'Notion-Version: 2022-06-28' \\
  -H "Content-Type: application/json" \\
--data '{
  "sorts": [ { "property": "Last ordered", "direction": "ascending" } ],
  "page_size": 100
}'`,
    {
      method: 'POST',
      url: 'https://api.notion.com/v1/databases/897e5a76ae524b489fdfe71f5945d1af/query',
      headers: { 'Notion-Version': '2022-06-28', 'Content-Type': 'application/json' },
      auth: { type: 'bearer', token: '' },
      body: { sorts: [{ property: 'Last ordered', direction: 'ascending' }], page_size: 100 },
      told: ['$NOTION_API_KEY'],
    },
  ],
  [
    'devtools-chrome',
    'source',
    `curl 'https://shop.example.com/graphql' \\
  -H 'accept: */*' \\
  -H 'accept-language: de-DE,de;q=0.9' \\
  -H 'content-type: application/json' \\
  -b 'session=abc; csrf=def' \\
  -H 'sec-ch-ua: "Chromium";v="128"' \\
  -H 'x-csrf-token: FAKE' \\
  --data-raw $'{"query":"query { orders(first: 50) { nodes { id name } } }","note":"it\\'s \\u00e4"}' \\
  --compressed`,
    {
      method: 'POST',
      url: 'https://shop.example.com/graphql',
      headers: { accept: '*/*', 'accept-language': 'de-DE,de;q=0.9', 'content-type': 'application/json', 'x-csrf-token': 'FAKE' },
      body: { query: 'query { orders(first: 50) { nodes { id name } } }', note: "it's ä" },
      told: ['-b session=abc; csrf=def'],
    },
  ],
  [
    'jira-basic-get',
    'source',
    `curl -D- \\
  -u fred@example.com:freds_api_token \\
  -X GET \\
  -H "Content-Type: application/json" \\
  --get --data-urlencode "jql=project = QA AND updated >= -1d" --data maxResults=100 \\
  https://your-domain.atlassian.net/rest/api/3/search`,
    {
      method: 'GET',
      url: 'https://your-domain.atlassian.net/rest/api/3/search',
      queries: { jql: 'project = QA AND updated >= -1d', maxResults: '100' },
      headers: { 'Content-Type': 'application/json' },
      auth: { type: 'basic', username: 'fred@example.com', password: 'freds_api_token' },
    },
  ],
  [
    'openweather-query-key',
    'source',
    `curl "https://api.openweathermap.org/data/2.5/weather?q=Berlin&appid=SECRETKEY123&units=metric"`,
    {
      method: 'GET',
      url: 'https://api.openweathermap.org/data/2.5/weather',
      queries: { q: 'Berlin', units: 'metric' },
      secrets: { appid: 'SECRETKEY123' },
    },
  ],
  [
    'n8n-api-key',
    'source',
    `curl -X 'GET' 'https://n8n.example.com/api/v1/executions?limit=250' -H 'accept: application/json' -H 'X-N8N-API-KEY: eyFAKE'`,
    {
      method: 'GET',
      url: 'https://n8n.example.com/api/v1/executions',
      queries: { limit: '250' },
      headers: { accept: 'application/json' },
      secrets: { 'X-N8N-API-KEY': 'eyFAKE' },
    },
  ],
  [
    'url-query',
    'source',
    `curl --url-query "q=blue shirts" --url-query limit=5 https://api.example.com/items`,
    { method: 'GET', url: 'https://api.example.com/items', queries: { q: 'blue shirts', limit: '5' } },
  ],
]
