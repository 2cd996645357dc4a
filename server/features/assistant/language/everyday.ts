/** Words of every conversation, whatever it is about: they say nothing for or against this product. `vocabulary.ts` takes them in. */
export const everyday = `
  marketing forgotten forgets service submit resubmit single sign meaning http lastname firstname normal
  maintenance roll rolled degraded slowest badly assignment died sped spelled
  lost became written wrote doable duration double doubled dry dark theme repeat repeated combine combined fill filled email address assistant service role fresh publish happen occur run runs
  even shown particularly correctly perfectly differently specified immediate thorough boring kinda
  there theirs hers himself herself itself yourself yourselves ourselves myself themselves mine whose whoever whatever whichever whenever wherever
  am aren shan ought dare used able unable about above across against along although among amongst apart around aside away below beneath beside besides beyond
  despite except inside instead near nearby outside past per plus regarding throughout toward towards underneath unless unlike until upon via whereas whether within
  a an another any both certain each either enough every few fewer less little many more most much neither no none other others own plenty several some such
  actual actually again ahead almost alone already altogether always anyhow anymore anyway anywhere apparently approximately barely basically certainly clearly
  completely constantly currently definitely directly eventually everywhere exactly extremely fairly finally frequently fully generally gradually hardly hence
  honestly hopefully however immediately indeed initially instead lately likely literally mainly maybe meanwhile mostly namely nearly necessarily nevertheless
  nowadays nowhere obviously occasionally otherwise overall partly perhaps personally possibly practically precisely previously probably properly rarely rather
  recently regularly relatively roughly seemingly seldom seriously significantly similarly simply slightly sometimes somehow somewhat somewhere soon specifically
  suddenly supposedly surely therefore thereby though thus together totally truly twice typically unfortunately usually virtually well
  accept act add admit advise afford agree aim allow announce apply approach appear argue arrange assist assume attempt avoid become believe belong bet bother care
  choose claim clarify clear concern confirm confuse consider contain count cover decide define depend describe deserve determine discover discuss doubt enjoy
  ensure expect experience express feel felt figure follow force forget forgot found gain guess guarantee handle hate hear heard hope identify ignore imagine
  include indicate inform insist intend involve join judge justify know known lack lead learn leave left let lie listen live lose manage matter mention mind miss
  notice observe obtain occur offer order owe participate perform permit prefer prepare pretend prevent proceed produce promise prove provide reach realize realise
  receive recall recognize recognise refer regard regret relate rely remain remember remind repeat replace reply report represent request require respond result
  return reveal seek share solve sort speak spend spoke stand stay struggle succeed suffer suppose supposed surprise suspect talk teach tend thought told touch
  treat trust turn understand understood vary verify wait watch wish wonder worry
  absolute accurate additional appropriate available aware awful bad basic big brief bright busy capable central clean clever close common complex confident
  confused confusing considerable convenient crazy critical current deep dear different difficult direct distinct double due easy easier easily entire equal exact
  extra fair familiar famous fantastic final fine former frequent friendly full funny further general given glad global half happy hard harder helpless honest huge
  important impossible individual initial interested interesting internal latter likely main major meaningful minor mere necessary negative nervous normal numerous
  obvious original particular perfect personal plain pleased pleasant poor popular positive possible potential practical precise present pretty previous primary
  principal prior probable proper proud public pure random rare raw reasonable regular related relevant responsible rough sad safe satisfied scared secondary
  separate serious several severe sharp short similar simple slight smart smooth smoothly solid sorry special stable standard straight stupid suitable super sure
  surprised terrible tired tiny total tough true typical ugly unable unclear unexpected unhappy upset urgent urgently useful useless usual various vast visible
  weak wide wild willing worried worth worthwhile
  answer approach area aspect attempt basis beginning bit bunch care chance choice claim clue comment concern conclusion couple detail doubt effect effort end
  ending example experience explanation fact favour favor feedback feeling figure form front guess guys folks habit hint hope idea impression information info
  instance interest item kind lack lot lots manner matter meaning middle mind minute moment note notice number occasion opinion option order outcome part past
  picture piece plan point position possibility practice purpose reason reference respect result rest row scope section sense sentence side sign situation sort
  spot story's style subject summary surprise talk task term terms text thought title topic truth variety view way week weekend while wish word words world year
  boss manager chief guy man woman client clients partner staff office department company firm organisation organization business clerk accountant accounting
  noon midday midnight lunch lunchtime breakfast dawn dusk overnight fortnight quarter semester season century decade weekday weeknight o'clock oclock sec secs
  mins hrs hour hours yearly quarterly christmas easter holiday holidays spring autumn
  zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred hundreds thousand thousands million dozen
  dozens first second third fourth fifth last next single double triple
  english simpler simplest easier sooner newer older recent oldest newest youngest bigger biggest larger smaller smallest higher lower greater fewest
  haven hasn hadn didn doesn don isn wasn weren won wouldn couldn shouldn needn ain
  yeah yep nope nah oh ah hmm um uh well wow oops ugh hooray greetings regards sincerely dear sir madam mate buddy friend friends
  glance peek shot try tries trying go going gonna hang hold holding hit hits pass passed passing
  behave behaves behaving behaviour behavior interested curious aware fond
  online offline live on-line today's tomorrow's week's month's currently's far late later latest long longer longest early earlier earliest sooner
  ask asks asking asked say says saying said tell tells telling talk see sees seeing saw seen look looks looking looked
  want wants wanted wanting need needs needing needed like likes liked love loves
  bring brings come comes fall falls fell fallen grow grows grew grown rise rises rose risen drop drops dropped sink increase increases decrease decreases
  click clicks press presses button screen page pages menu window mobile phone laptop's computer's browser app
`
