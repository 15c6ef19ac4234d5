/**
 * The words of creative codes. Derived by scripts/derive-words.ts (npm run derive:words): do not edit.
 *
 * 982 adjectives x 2792 nouns = 2,741,744 pairs. No two pairs have one identity (adjective and noun joined), and none reads like
 * another type of code.
 *
 * From friendly-words (MIT, Copyright 2018 Glitch), kept where WordNet 3.1 (Copyright 2011 by Princeton University) lists the word.
 */
const list = (words: string): readonly string[] => words.trim().split(/\s+/);

export const adjectives: readonly string[] = list(`
abiding ablaze able abounding abrasive abrupt absorbed absorbing abstracted abundant accessible accidental accurate acidic acoustic acute
adaptable adaptive adhesive adorable adventurous aeolian aerial aged agreeable ahead airy ajar alabaster alert alike alive alkaline alluring
alpine amazing ambiguous ambitious amenable amethyst amused amusing ancient angry animated antique aquatic aromatic artistic aspiring
assorted astonishing atlantic attractive auspicious automatic available awake aware awesome axiomatic azure balanced ballistic beaded
beautiful befitting bemused beneficial best better big billowy bitter bittersweet blue blushing boiled bold booming bouncy boundless brainy
branched brash brassy brave brawny brazen breezy brief bright brindle broad broadleaf broken bronze bubbly bumpy burly bustling busy buttery
buttoned bygone calico calm camp canary candied capable capricious caramel carbonated carefree careful caring carnation carpal casual
cautious celestial certain cerulean changeable charmed charming chartreuse checkered cheerful chemical cherry chestnut chief childlike
chiseled chivalrous circular clammy classic classy clean clear clever closed cloudy clumsy coherent cold colorful colossal comfortable
common complete complex concise concrete confirmed confused congruous conscious continuous cooked cool cooperative coordinated coral cosmic
cottony courageous creative crimson crystalline cubic cuboid cuddly cultured cumbersome curious curved cut cyan cyclic daily dandy dapper
dark darkened dashing dazed dazzling deadpan dear debonair deciduous decisive decorous dedicated deep defiant delicate delicious delightful
delirious deluxe dented descriptive deserted detailed determined developing diagnostic different difficult diligent dirt discovered discreet
distinct dorian dour dramatic dull dusty dynamic eager early earthy east eastern easy economic educated efficacious efficient eight elastic
elated electric elegant elemental elite eminent emphasized empty enchanted enchanting encouraging endurable energetic enormous entertaining
enthusiastic equable equal equatorial erratic ethereal evanescent even evergreen everlasting excellent excessive excited exciting exclusive
expensive experienced extreme exuberant exultant fabulous faceted factual faint fair faithful fallacious false familiar famous fanatical
fancy fantastic far fascinated fast fearless feline festive few fierce fifth fine first five fixed flash flashy flat flawless flaxen flint
florentine flossy flowery fluffy fluorescent flying foamy foggy foregoing foremost forested fortunate fossil four fourth fragrant free
frequent fresh friendly frosted full functional funny furtive future futuristic gainful gamy garrulous gaudy gelatinous general gentle giant
giddy gifted gigantic gilded ginger glamorous gleaming glib glistening glittery global glorious glossy glowing gold golden good goofy
gorgeous gossamer graceful grand grandiose grateful gratis grave gray great green gregarious grey grizzled grizzly groovy guiltless gusty
guttural habitual half hallowed handsome handy happy harmless harmonious harsh heady healthy heartbreaking heavenly heavy held helpful
hexagonal highfalutin hilarious hip historical holistic hollow holy honey honorable honored hospitable hot hulking humane humble humdrum
humorous hungry hushed hypnotic icy illustrious imaginary immediate immense imminent impartial important imported impossible incandescent
inconclusive incongruous incredible indecisive indigo indispensable industrious inexpensive infrequent inky innate innovative inquisitive
insidious instinctive intelligent interesting intermediate internal intriguing invincible iodized ionian ionized iridescent iron jagged
jazzy jealous jet jeweled jolly joyous judicious jumbled jumpy just juvenile kaput keen kind kindhearted kindly knotty knowing knowledgeable
laced lackadaisical lacy languid lateral lavender lavish lean learned leeward legendary level light like likeable lilac literate lithe
little lively living local lofty long lopsided loud lovely loving low lowly lucky ludicrous lumbar luminous lunar lush luxuriant luxurious
lyrical maddening magenta magic magical magnetic magnificent majestic malleable mammoth marbled marked maroon marred married marshy
marvelous massive material materialistic mature medieval mellow melodic melodious melted merciful mercurial metal midi mighty mild military
mini miniature mint misty mixed modern modest momentous motley mountainous mousy muddled muddy mutual mysterious narrow natural near neat
nebulous necessary neighborly nervous nice nifty nimble nine ninth noble noiseless nonchalant nonstop north northern nostalgic nosy numerous
nutritious observant obtainable obvious occipital oceanic octagonal odd olive omniscient opalescent opaque open opposite orange orderly
ordinary organic organized ossified outgoing outrageous outstanding oval overjoyed oxidized pacific painted pale panoramic parallel past
pastoral peaceful pentagonal perfect periodic perpetual persistent petite phantom picayune pickled picturesque pinnate piquant placid plain
plastic plausible playful pleasant plucky plural pointed poised polar polished polite political polydactyl popular positive possible potent
powerful precious pretty pricey prickly principled private probable productive profuse protective proud proximal psychedelic pumped purple
pushy puzzled puzzling quaint quick quiet quilted quintessential quirky quixotic radial radical rainy rambunctious rapid rare raspy real
recent receptive recondite rectangular reflective regal regular reliable relieved remarkable reminiscent repeated resilient resolute
resonant respected responsible rhetorical rich right righteous rightful rigorous ringed ripe ritzy roan roasted robust rocky romantic roomy
rose rotated rough round rounded royal rumbling rural rust rustic sable safe sage salt salty same sandy sapphire sassy satisfying savory
scalloped scandalous scarce scarlet scented scientific scintillating scrawny seasoned second secret secretive sedate seemly selective
separate serene serious shaded shadowed shared sharp sheer shelled shining shiny shocking short showy sideways silent silken silky silly
silver similar simple simplistic sincere single six sixth skillful sleepy slender slow sly small smart smiling smoggy smooth sneaky snowy
soapy soft solar solid somber sophisticated sore sour south southern spangled sparkling sparkly special speckled spectacled spectacular
spicy spiffy spiky spiny spiral spiritual splashy splendid spotless spotted spotty spurious square standing star statuesque steadfast steady
steep stellar sticky stirring stone stormy strengthened striped strong stupendous sturdy stylish suave subdued subsequent substantial
successful succinct succulent sudden sudsy sugared sugary sulfuric sulky sumptuous sunny sunrise sunset super superficial supreme swanky
sweet sweltering swift synonymous tabby talented tall tame tan tangible tangy tarry tasteful tasty tattered teal telling temporal ten tender
terrific tested thankful therapeutic thin thinkable third thirsty thoracic thoughtful three thrilling thundering tidal tidy tiny toothsome
torpid tough towering tranquil translucent transparent trapezoidal tremendous triangular tricky tricolor trite tropical troubled trusted
trusting truthful twilight twisty typical ubiquitous ultra uncovered understood unequaled uneven unexpected unique universal unmarred unruly
unusual upbeat useful utopian uttermost vagabond valiant valuable vanilla various vast vaulted veiled verbose verdant versed victorious
vigorous violet visual vivacious vivid voltaic voracious waiting wakeful wandering warm wary watery wealthy well west western whimsical
whispering wholesale wide wiggly wild wiry wise wistful witty wobbly wonderful wooded wooden woolen woolly workable working worried yellow
yielding young youthful zany zealous zesty zigzag zippy
`);

export const nouns: readonly string[] = list(`
aardvark aardwolf abacus abstract accelerator accordion account acorn acoustic acrylic act action activity actress adapter addition address
adjustment advantage adverb aftermath afternoon afterthought agate age agenda agreement air airbus airedale airmail airplane airport airship
alarm albacore albatross alder alfalfa algebra alibi alley alligator allium allosaurus alloy allspice almanac almandine almond alpaca
alphabet alto aluminum alyssum amaranthus amaryllis ambulance amethyst amount amp ampersand amphibian amusement anaconda anchovy ancient
anemone angelfish anger angle anglerfish angora animal anise ankle ankylosaurus anorak answer ant anteater antelope anthropology antimatter
antimony antique antler antlion apartment apatosaurus aphid apogee apology apparatus apparel appeal appendix apple appliance approach
approval apricot aquarius aragon arch archaeology archaeopteryx archduchess archduke archeology archer area argon argument aries arithmetic
armadillo armchair army arrow art arthropod artichoke article ash asp asparagus aspen asphalt aster asterisk asteroid astronaut astronomy
athlete atmosphere atom attempt attention attic attraction august aura aurora author authority authorization avatar avenue avocado awe
axolotl azalea azimuth baboon backbone background backpack badge badger bag bagel bagpipe bait bakery balance ball balloon balmoral bamboo
banana band bandana bandicoot bangle banjo bank bar barbecue barber barberry bard barge baritone barn barnacle barnyard barometer baron
baroness barracuda baseball basement basil basilisk basin basket basketball bass bassoon bat bath bathroom bathtub battery bay bayberry
beach bead beak beam bean beanie bear bearberry beard bearskin beast beat beauty bed bedbug bee beech beechnut beet beetle beginner begonia
behavior belief bell bellflower belt beluga bench beret bergamot berry beryllium bestseller bicycle bike bill billboard binder biology
biplane birch bird birthday bismuth bison bistro bit bite bittersweet blackberry blackbird blade blanket blarney blender blinker blizzard
block bloom blossom blouse blue bluebell boa boar board boat boater bobble bobcat bobolink bolt bongo bonnet bonobo bonsai book bookcase
booklet boot booth border boron botany bottle bottom bounce bow bowl bowler box boysenberry brace bracket braid brain brake bramble branch
brand brass brazil bread breadfruit break breakfast bream breath breeze brick bridge brie brisket broccoli brochure broker bromine bronze
brook broom brother brow brownie browser brush bubble bubbler buckaroo bucket buckthorn budget buffalo buffer buffet bug bugle building bulb
bumper bun burn burrito burst bus butter buttercup butterfly butternut button buzzard cabbage cabin cabinet cacao cactus cadet cadmium cafe
cake calcium calculator calendula calf calliandra camel camera camp can canary candle candy candytuft canidae cannon canoe canopy cantaloupe
canvas cap capacity caper cappelletti capri capricorn captain caption capybara car caravan caraway carbon card cardamom cardboard cardigan
cardinal care caribou carnation carob carol carp carpenter carpet carriage carrot cart cartoon cartwheel carver case cashew cast cat
catamaran catboat catcher caterpillar catfish cathedral catmint catsup cattle cauliflower cause caution cave cayenne ceiling celery
celestite cell cellar cello celsius cement cent centaur centipede century cephalopod ceramic cereal cerise cesium chair chalk challenge
chameleon chamomile chance change channel chanter character charger chartreuse chatter chauffeur check cheddar cheek cheese cheetah chef
chemistry cheque cherry chess chestnut chevre chickadee chicken chicory child chili chill chiller chime chimpanzee chinchilla chip chipmunk
chips chive chocolate chopper chord christmas chronometer chrysanthemum church cicada cilantro cinema cinnamon circle circus cirrus citizen
citrine citron citrus city clam clarinet class clavicle clef clematis clementine click client climb clipper cloak cloche clock close closet
cloth cloud cloudberry clove clover club clutch coal coast coaster coat cobalt cobbler cobra cobweb cockatoo cockroach cocoa coconut cod
coffee coil coin cold collar collarbone collard college collision colony color colossus colt column columnist comb comet comfort comic comma
composer computer comte concrete condition condor cone coneflower confidence conga congress conifer consonant constellation constrictor
continent contraption cook cookie copper copy coral cord coreopsis coriander cork cormorant corn cornet cornflower cornucopia cosmonaut
cosmos cost cotton couch cougar cough count countess country course court cousin cover cow cowbell cowl coyote crab crabapple crafter crane
crate crater crawdad crayfish crayon creator creature credit creek crepe cress crest crib cricket crocodile crocus croissant crop cross crow
crowberry crowd crown cruiser crustacean cry crystal cub cuckoo cucumber culotte cup cupboard cupcake curiosity curler currant currency
curtain curve cushion custard cut cuticle cyclamen cycle cyclone cylinder cymbal daffodil dahlia damselfly dance dancer dandelion danger
daphne darkness dart dash data date daughter dawn day deal debt decade decimal decision dedication deer deerstalker degree delivery
delphinium den denim dentist department deposit derby desert desk dessert detail detective device devourer dew dewberry diadem diagram
diamond dibble dichondra dietician digestion digit dill dime dimple dinghy dinner dinosaur diplodocus diploma direction dirigible dirt
discovery dish distance ditto dive diver dog dogsled dogwood dollar dolomite dolphin domain donkey donut door doppler dormouse double dove
dragon dragonfly drain draw drawbridge drawer dreadnought dream dress dresser drifter drill drink drip drive driver drizzle drop droplet
drum dry dryer duchess duck duckling dugong dugout duke dumpling dungeon durian dust dye eagle ear earl earth earthquake earthworm earwig
ease echidna echinacea echium echo eclipse edam edge editor editorial education eel effect egg eggnog eggplant elbow elderberry element
elephant elf elk ellipse elm emmental emperor empress emu end enemy energy engine engineer english enquiry enthusiasm entrance environment
eoraptor epoch epoxy equinox equipment era erigeron ermine error espadrille estimate ethernet eucalyptus euphonium eustoma evening event
evergreen exception exhaust existence expansion experience expert explanation eye eyebrow eyelash eyeliner face fact factory fahrenheit
failing falcon fall family fan fanatic fang farm farmer farmhouse fastball father faucet fear feast feather fedora feeling felidae femur
fender fennel fenugreek fern ferret ferry ferryboat feverfew fiber fibre fibula fiction field fifth fig fight fighter figure filament file
fin finch find fine fir fire firefly fireman fireplace firewall fish fisher fisherman flag flame flamingo flannel flare flat flavor flax
flea flier flight flock flood floor floss flower fluorine flute fly foam foe fog fold food football force forecast forest forger forgery
fork form forsythia fortnight foundation fountain fowl fox foxglove foxtail foxtrot fragment fragrance frame freckle freedom freesia freeze
freezer freighter freon friction friday fridge friend frigate fright frill frog front frost frown fruit fuchsia fuel function fur furniture
gadget galaxy galleon galley gallium gallon gambler game gander garage garden gardenia gargoyle garlic garment garnet gas gasoline gate
gateway gauge gazelle gear gecko gem gemini general generation geography geology geometry geranium gerbera gerbil germanium ghost ghoul
giant gibbon ginger giraffe girdle giver glade gladiolus glass glasses glazer glider glitter globe globeflower glockenspiel glove glow glue
goal gold goldenrod goldfish golf gondola gong gooseberry gopher gorgonzola gorilla gosling gouda gourd governor grade graffiti grain gram
grandparent grape grapple grass grasshopper gravity gray grease green grey griffin grill grin grip ground group grouse growth gruyere guan
guanaco guarantee guardian guava guest guide guitar gull gum guppy gym gymnast hacksaw haddock hadrosaurus hail hair haircut halibut hall
hallway hamburger hammer hamster handball handbell handle handsaw handspring handstand harbor hardboard hardcover hardware hare harmonica
harmony harp harrier hat hawk hawthorn haze headlight headline headstand healer health hearing heart heat heath heather heaven hedge
hedgehog height helenium helicopter heliotrope helium hellebore helmet help helper hemisphere hen hero heron herring hexagon hibiscus
hickory hide hill hip hippopotamus hiss hisser hockey holiday hollyhock homburg honesty honey honeydew honeysuckle hoof hook hope hornet
horse hortensia hose hospital hosta hotel hound hour hourglass house houseboat hovercraft howler hub hubcap huckleberry hugger humerus
humidity hummingbird humor hunter hurricane hyacinth hydrangea hydrant hydrofoil hydrogen hyena hyphen hyssop iberis ice iceberg icebreaker
icecream icicle icon idea iguana iguanodon impala impulse income increase index indigo individual industry infinity ink innocent innovation
insect inspiration intelligence interest iodine iridium iris iron ironclad island isthmus ixia jackal jacket jackfruit jackrabbit jaguar jam
jar jargon jasmine jasper jaw jay jeans jeep jellyfish jersey jester jet jingle jitterbug jodhpur join joke jonquil journey judge judo juice
jujube jump jumper jumpsuit juniper jupiter jury justice jute kangaroo kayak keeper ketch ketchup kettle kettledrum key keyboard kick kicker
kidney kilogram kilometer king kingfisher kip kitchen kite kitten kiwi knee knife knight knot knuckle koala kookaburra krill krypton kumquat
laborer lace ladybug lake lamb lamp lamprey lan lancer land language lantana lantern larch lark larkspur lasagna laser latency lathe laugh
launch laundry lavender law lawyer layer lead leader leaf learning leather leech leek legend legume lemming lemon lemonade lemongrass lemur
lens lentil leo leopard leotard letter lettuce level lever libra library license licorice lifeboat lift lifter light lighter lightning lilac
limburger lime limit limpet line linen lingo lingonberry link linseed lint lion lip lipstick liquid list literature litter liver lizard
llama loaf loan lobe lobster lock locket locust lodge log loganberry logic longan look lotus louse lumber lunaria lunch lung lunge lungfish
lupin lute lychee lynx lyre lyric macadamia macaroni macaroon macaw machine mackerel macrame magazine magic magician magnesium magnolia
magpie mahogany mail mailbox mailman maize makeup mall mallet mallow mambo mammal manager manatee mandarin mandevilla mandible mandolin
mandrill mango mangosteen manicure manner manta mantis manuscript manx map maple maraca marble march mare margin marigold marimba marjoram
market marlin marmoset marmot marquess marquis mars marshmallow marsupial marten mascara mascarpone mask mass mastodon mat match math matrix
maxilla may mayflower mayonnaise meadow meadowlark meal measure meat mechanic medallion medicine meerkat meeting megalosaurus melody melon
memory menu mercury message metacarpal metal metatarsal meteor meteorite meteoroid meteorology meter methane microwave middle midnight mile
milk milkshake millennium mimosa mind mine minibus mink minnow mint minute mirror mist mistake mitten mixer mixture moat mockingbird modem
molasses mole molecule mollusk molybdenum monarch monday money mongoose monitor monkey month mood moon moonflower moonstone moose moral
morning morocco mortarboard mosquito moss moth motion motor motorcycle motorist mountain mouse mousepad moustache mouth move movie
mozzarella muenster mulberry mule mum muscari muscle muse museum mushroom music musician muskmelon mustang mustard myrtle myth nail name
napkin narcissus narwhal nasturtium nation nautilus navy nebula nectarine need neem neighbor neighborhood nemophila neon nephew neptune
nerve nest net network neutral newsboy newspaper newsprint newsstand newt nickel niece nigella night nightingale nightshade ninja nitrogen
node noise noodle noon nose note notebook noun nova novel november number nurse nut nutmeg nutria nylon oak oatmeal objective oboe
observation observatory ocarina occupation ocean ocelot octagon octave october octopus odometer offer office ogre oil okra olive olivine
omelet onion onyx opal open opera operation ophthalmologist opinion opossum opportunity option orange orangutan orbit orca orchestra orchid
order oregano organization origami origin oriole ornament ostrich otter ounce outfit output outrigger oval overcoat owl owner ox oxygen
oyster package packet page pail paint painter pair pajama palladium palm pamphlet pan panama pancake pancreas panda pangolin panther pantry
papaya paper paperback paprika papyrus parade paradox parakeet parallel parallelogram parcel parent parenthesis park parka parmesan parrot
parrotfish parsley parsnip part particle partner partridge party passbook passenger passive pasta paste pastry patch patella path patient
patio paw pawpaw payment pea peace peach peacock peak peanut pear pearl pedestrian pediatrician pegasus pelican pen penalty pencil pendulum
penguin pentagon peony people pepper perch perfume peridot perigee period periodical peripheral periwinkle persimmon pet petroleum petunia
pewter pharaoh pheasant philodendron philosophy phone phosphorus phrase physician piano piccolo pick pickle pickup picture pie pig pigeon
pigment pike pillow pilot pin pincushion pine pineapple ping pink pint pipe piper piranha pirate pisces pitcher pizza place plain planarian
plane planet plank plant plantain plaster plastic plate platinum platypus play player playground playroom pleasure plier plot plough plow
plum plume pluto plutonium plywood pocket podium poet poetry poinsettia point polish politician polka polo polonium polyanthus polyester
pomegranate pomelo pond pony popcorn porch porcupine porkpie porpoise port porter position possum postage postbox pot potassium potato
potential poultry powder power practice pram prawn preface pressure price primrose primula prince princess principal principle print printer
process produce product production professor profit promise promotion proof property prose prosecution protest protoceratops protocol prune
pruner psychiatrist psychology ptarmigan puck pudding pufferfish puffin pull pullover pulsar puma pump pumpkin punch punishment pupil puppet
puppy purchase purple purpose push puzzle pyjama pyramid pyrite python quail quality quark quart quarter quartz quasar quesadilla question
quicksand quiet quill quilt quince quiver quotation rabbit raccoon racer radar radiator radio radish radium radius radon raft ragamuffin
rail railway rain rainbow raincoat rainforest rainstorm raisin raja rake rambutan range ranunculus raptor rat rattlesnake raven raver
ravioli ray rayon reaction reader reading reaper reason receipt recess record recorder red referee reference region reindeer relation
relative relish reminder repair reply report reptile request research resistance resolution resonance respect responsibility rest restaurant
result reward rhinoceros rhodium rhubarb rhythm rib rice ricotta riddle ridge ring ringer rise risk river riverbed road roadrunner roadway
roar roarer roast robe robin rock rocket rodent roll roof rook room rooster roquefort rose rosehip rosemary roundworm router rover rowboat
rubidium ruby rudbeckia rugby rule rumba run runner rutabaga safflower saffron saga sage sagittarius saguaro sail sailboat sailfish sailor
salad salamander salary sale salesman salmon salmonberry salsa salt salute samba sand sandal sandalwood sandpaper sandwich sapphire sardine
sassafras satellite satin saturday saturn saturnalia sauce save saver savory saw sawfish saxophone scabiosa scaffold scale scallion scallop
scapula scar scarecrow scarer scarf scene scent sceptre school schooner science scilla scion scooter scorpio scorpion scourge scowl scraper
screen screwdriver scribe script sea seagull seahorse seal seaplane search seashore season seat seatbelt second secretary seed seeder seeker
seer seismosaurus selenium sense september serpent servant server sesame session settee shade shadow shake shaker shallot shampoo shamrock
shape share shark shawl shear sheep sheet shelf shell sherbet shield shift shingle ship shirt shock shoe shoemaker shop shoulder shovel show
shrimp shrine shroud side sidecar sidewalk sight sign silence silene silica silicon silk silkworm silver silverfish singer single
singularity sink situation skate skateboard ski skipjack skirt skull skunk sky slash sled sleep sleet slice slicer slide slider slime slip
slipper slope sloth slouch slug smile smoke snail snake snap snapdragon snapper snarl sneeze sneezeweed snipe snout snow snowboard snowdrop
snowflake snowman snowplow snowshoe snowstorm soap soapwort soccer society sociology sock soda sodalite sodium sofa softball soil soldier
sole sombrero somersault son song soprano sorrel sort soul sound soup source soursop sousaphone sovereign soy soybean space spacecraft
spaghetti spandex spark sparrow spatula speaker spear specialist spectacles spectrograph spectroscope spectrum speech speedboat speedwell
spell sphere spice spider spike spinach spirit splash spleen split sponge spoon spoonbill spot spring sprint sprite sprout spruce spur
sputter spy square squash squid squirrel stag stage staircase stallion stamp star starfish starflower stargazer station statistic stay
stealer steam steed steel stegosaurus stem step sternum stetson stew stick stilton sting stinger stingray stitch stoat stock stocking
stomach stone stop stoplight store storm story stove strand stranger straw strawflower stream street streetcar stretch string structure
study sturgeon style subject submarine substance subway success sugar suggestion suit sulfur summer sun sundae sunday sundial sunfish
sunflower sunscreen sunset sunshine sunspot sunstone supermarket supernova supply surf surfboard surgeon surprise sushi swallow swamp swan
sweater sweatpants sweatshirt swift swim swing switch swoop sword swordfish swordtail sycamore syringa syrup system syzygy table tablecloth
tabletop tachometer tadpole tail tailor taker talk talon tamarillo tamarind tang tangelo tangerine tango tank tanker tarantula target tarn
tarp tarragon tarsal tarsier tartan taurus tax taxi taxicab tea teacher teal team technician teeth telephone telescope television teller
tellurium temper temperature temple tempo tendency tennis tenor tent termite tern terrier territory text textbook texture theater theory
thimbleberry thing thistle thorium thorn thought thread thrill throne thrush thumb thunbergia thunder thursday thyme tibia tick ticket tie
tiger tiglon tilapia tile timbale time timer timpani tin tip tire titanium titanosaurus tithonia title toad toast toaster today tomato ton
toothbrush toothpaste top topaz toque tornado tortellini tortoise toucan tourmaline towel tower town toy track tracker tractor trade trader
traffic trail train trampoline transport trapezoid travel traveler trawler tray treatment tree triangle triceratops trick tricorne
trigonometry trilby trillium trip trollius trombone trouble trouser trowel truck truffle trumpet trunk trust tsunami tub tuba tuberose tuck
tuesday tugboat tulip tumble tumbleweed tuna tune tungsten turkey turn turner turnip turnover turquoise turret turtle tv twig twilight twill
twin twine twist twister typhoon tyrannosaurus umbra umbrella uncle unicorn uniform universe uranium ursinia utahraptor utensil vacation
vacuum valley value van vanadium vanilla variety vase vault vegetable vegetarian vehicle veil vein velociraptor velvet venom verbena verdict
vermicelli verse vertebra vessel vest veterinarian vibraphone viburnum vicuna vinyl viola violet violin viper virgo visage viscose viscount
viscountess vise vision visitor visor voice volcano vole volleyball voyage vulture waiter waitress wake wakeboard walk walker walkover wall
wallaby wallet walleye wallflower walnut walrus waltz wanderer wandflower warbler warlock warrior wasabi wash washer wasp waste watch
watcher watchmaker water watercress waterfall wave wavelength wax waxflower way wealth weather weaver web wedge wednesday weeder week weight
whale wheel whimsey whip whippet whippoorwill whistle whitefish wholesaler widget wildcat wildebeest wilderness wildflower willow wind
windflower windscreen windshield wineberry wing winter winterberry wire wish wishbone wisteria witch witness wizard wok wolf wolfsbane
wolverine wombat wood woodpecker woodwind wool woolen word work workshop wormhole wren wrench wrinkle wrist writer writing xenon xylophone
yacht yak yam yard yarn yew yogurt yoke yttrium zebra zebu zenith zephyr zinc zinnia zipper zircon zone zoo zucchini zydeco
`);
