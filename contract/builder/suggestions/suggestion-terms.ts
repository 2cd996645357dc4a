/** What the names of fields mean: business words of public APIs, as data. A phrase of several concepts is matched by the nearest. */

/** By concept, the ways to write it; singular, apart, in small letters. The longest phrase wins. */
export const phrases: Readonly<Record<string, string>> = {
  firstname: 'first name|given name|fname|forename|christian name',
  lastname: 'last name|family name|lname|surname',
  fullname: 'full name|display name|name',
  middlename: 'middle name|mname',
  salutation: 'salutation|prefix|honorific|courtesy title',
  title: 'title|name|summary|subject|headline|caption|label',
  jobtitle: 'job title|title|designation|position|job position',
  email: 'email|e mail|email address|e mail address|mail address|email addr|mail',
  phone: 'phone|phone number|telephone|telephone number|tel|phone no',
  mobile: 'mobile|mobile phone|mobile number|mobile phone number|cell|cell phone|cellphone|mob phone',
  fax: 'fax|fax number',
  website: 'website|web site|homepage|home page|web url|web addr|site url',
  url: 'url|uri|link|href',
  permalink: 'permalink|html url|web url',
  birthday: 'birthday|birth date|birthdate|date of birth|dob|born',
  gender: 'gender|sex',
  language: 'language|locale|lang|language code',
  timezone: 'timezone|time zone|tz',
  avatar: 'avatar|photo|picture|avatar url|photo url',
  street1:
    'street|street 1|line 1|address 1|address line 1|addr 1|address line|street address|street line 1|address street|address',
  street2: 'street 2|line 2|address 2|address line 2|addr 2|street line 2|apartment|suite',
  city: 'city|town|locality',
  region:
    'state|province|region|county|state code|province code|region code|state province|province region|district|sub division code|sub division',
  postcode: 'zip|zip code|postal code|post code|postcode|postalcode|zipcode|zip postal code',
  country: 'country|country code|country name|country iso|nation|country id',
  latitude: 'latitude|lat',
  longitude: 'longitude|lng|lon',
  address: 'address|addr|location',
  location: 'location|place|venue',
  billing: 'billing|bill|bill to|invoice address',
  shipping: 'shipping|ship|delivery|ship to|deliver',
  company: 'company|company name|organization|organisation|org|business name|org name|organization name|business|firm',
  industry: 'industry|sector',
  revenue: 'annual revenue|revenue|turnover',
  headcount: 'number of employee|num employee|employee count|no of employee|headcount',
  customer: 'customer|client|buyer|contact|person|user|member|subscriber',
  requester: 'requester|reporter|creator|author|submitter|user|opened by',
  assignee: 'assignee|responder|assigned to|agent',
  owner: 'owner',
  description: 'description|body|desc|detail|content|long description',
  note: 'note|memo|comment|remark|message|annotation',
  status: 'status|state|condition',
  priority: 'priority|urgency|importance',
  type: 'type|kind|category|issue type|ticket type',
  label: 'label|tag|keyword',
  createdat:
    'created|created at|create date|date created|created date|create time|created time|creation date|created on|add time|date added|signed up at|timestamp signup|txn date|transaction date|processed at|created date time|inserted at|order date|invoice date',
  updatedat:
    'updated|updated at|update date|date updated|date modified|modified at|last modified date|modified|modified time|update time|updated date|last updated|modified on|last modified',
  closedat: 'closed at|completed at|resolved at|resolution date|completion date|date closed|done at',
  dueat: 'due|due date|due on|due at|due by|deadline|deadline date|date due',
  startat: 'start|start on|start date|start at|begin|starts at',
  endat: 'end|end date|end at|finish|ends at',
  seenat: 'last seen|last seen at|last login|last login at|last active',
  date: 'date|date time|datetime|timestamp|time|on|at',
  completed: 'completed|complete|done|is completed|due complete|finished',
  locked: 'locked|lock',
  currency: 'currency|currency code|currency iso code',
  quantity: 'quantity|qty|count|number of unit|qty ordered',
  price: 'price|unit price|unit amount|unit cost|regular price|list price|selling price',
  saleprice: 'sale price|special price|discounted price|offer price',
  cost: 'cost|cost price|cost of good',
  total: 'total|total price|grand total|total amount|amount|total amt|total inc tax|sum|total due',
  subtotal: 'subtotal|sub total|subtotal price|net total|subtotal ex tax',
  tax: 'tax|total tax|tax amount|vat amount|tax total',
  discountrate: 'discount rate|discount percent|discount percentage',
  discount: 'discount|total discount|discount amount|discount total|rebate',
  shippingcost: 'shipping cost|shipping total|shipping amount|freight|shipping price',
  taxid: 'vat number|tax number|vat id|tax id|tax vat|vat',
  sku: 'sku|item code|product code|article number|stock keeping unit|part number',
  barcode: 'barcode|ean|gtin|upc',
  slug: 'slug|handle|url key|permalink slug',
  brand: 'brand|vendor|manufacturer|maker',
  stock: 'stock quantity|inventory quantity|inventory level|stock level|on hand|inventory|stock',
  weight: 'weight|mass',
  image: 'image|picture|photo',
  source: 'src|source url|image url',
  alternative: 'alt|alt text',
  lineitem: 'line item|line|item|order item|order line|product',
  variant: 'variant|variation',
  option: 'option|attribute|choice',
  values: 'value|values|options',
  product: 'product|item|article',
  order: 'order',
  invoice: 'invoice',
  documentnumber: 'order number|invoice number|doc number|document number|number|increment id|reference number',
  paymentmethod: 'payment method|method of payment|pay method',
  externalid: 'external id|reference id|unique external id|foreign id|remote id',
  id: 'id|identifier|gid|uuid|guid|key|code',
  ip: 'ip|ip address|remote ip',
  parent: 'parent',
  project: 'project',
  username: 'username|login|user name',
  secondary: 'secondary|other|alternate|alternative|second',
  optout: 'opt out|do not contact|unsubscribed|do not call|email opt out',
  taxable: 'taxable',
  taxincluded: 'tax included|include tax|price include tax',
}

/** Concepts that are not the same and are often meant: how near they are, 0 to 1. */
export const near: readonly (readonly [string, string, number])[] = [
  ['title', 'fullname', 0.9],
  ['mobile', 'phone', 0.55],
  ['description', 'note', 0.85],
  ['website', 'url', 0.75],
  ['permalink', 'url', 0.7],
  ['street1', 'address', 0.8],
  ['location', 'address', 0.6],
  ['lineitem', 'product', 0.9],
  ['requester', 'customer', 0.5],
  ['option', 'values', 0.6],
  ['externalid', 'id', 0.6],
  ['stock', 'quantity', 0.8],
  ['documentnumber', 'id', 0.5],
  ['image', 'avatar', 0.8],
  ['label', 'title', 0.4],
  ['secondary', 'shipping', 0.6],
  ['parent', 'id', 0.1],
  ['date', 'dueat', 0.2],
  ['date', 'createdat', 0.7],
  ['seenat', 'updatedat', 0.2],
  ['seenat', 'createdat', 0.1],
]

/** Words that say little beside others: wrappers of answers, and what nearly every name carries. */
export const quiet: ReadonlySet<string> = new Set(
  'at on ref property properties field fields merge data attribute attributes node nodes custom default primary main mailing detail info meta object display value values number free form work has is the of to current extension entity first second basic personal list record result line1'.split(
    ' ',
  ),
)

/** Words that stand in names without a seam, besides those of the phrases. */
export const seamless =
  'last modified date time create update hs lead lifecycle owner num employees annual revenue display account original estimate tracking issue content publish'.split(
    ' ',
  )

/** Words that say what only with the word before them: `owner_id`, `ContactName`. */
export const generic: ReadonlySet<string> = new Set(
  'id gid uuid key code name title type number no date time status value label rate source url reference group prefix'.split(' '),
)

/** What a word of several senses means beside the fields that stand around it. */
export const company: readonly { readonly of: string; readonly around: readonly string[]; readonly otherwise: string }[] = [
  { of: 'region', around: ['city', 'postcode'], otherwise: 'status' },
  { of: 'jobtitle', around: ['firstname', 'lastname', 'email'], otherwise: 'title' },
]

/** Concepts that are written in words: a number, a date or a flag is none of them. */
export const textual: ReadonlySet<string> = new Set(
  'title description note fullname firstname lastname company street1 street2 city region jobtitle address industry'.split(' '),
)
