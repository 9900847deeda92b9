/** Clothing, shoes and travel goods. */
import { COLOURS, department, e, n, SOFT_COLOURS } from "./author.ts";

const SIZES = "EU 36|EU 38|EU 40|EU 42|EU 44|EU 46";
const SHOES = "EU 37|EU 39|EU 41|EU 43|EU 45";

export const clothing = department("Clothing", "apparel", ["Washes well and keeps its shape.", "Easy to wear with what you have.", "Cut for real people.", "Stitched with care."], [
  { id: "t_shirt", names: ["t-shirt", "t-shirts", "tee", "cotton top"], category: "Tops", usd: [9, 48], vary: "size colour", blurb: "Soft from the first day.",
    attributes: [e("size", SIZES), e("fabric", "combed cotton|merino jersey|linen jersey|recycled polyester"), e("neck", "crew neck|V-neck|henley neck"), n("weight", "gsm", "+", [140, 160, 180, 220], "fabric weight"), e("cut", "slim cut|relaxed cut|boxy cut"), e("colour", COLOURS)] },
  { id: "dress_shirt", names: ["dress shirt", "dress shirts", "button-down shirt", "business shirt"], category: "Tops", usd: [22, 120], vary: "size collar", blurb: "Looks pressed at the end of the day.",
    attributes: [e("size", SIZES), e("fabric", "poplin|twill|oxford cloth|chambray"), e("collar", "spread collar|button-down collar|mandarin collar"), e("cuff", "barrel cuff|French cuff|convertible cuff"), n("thread_count", "threads", "+", [80, 100, 120, 140], "threads"), e("colour", SOFT_COLOURS)] },
  { id: "hoodie", names: ["hoodie", "hoodies", "hooded sweatshirt"], category: "Tops", usd: [24, 110], vary: "size colour", blurb: "Warm without a coat.",
    attributes: [e("size", SIZES), e("fabric", "brushed fleece|French terry|organic cotton loopback"), n("weight", "gsm", "+", [240, 280, 330, 400], "fabric weight"), e("front", "full zip|pullover|quarter zip"), e("pocket", "kangaroo pocket|side pockets|zipped pocket"), e("colour", COLOURS)] },
  { id: "wool_sweater", names: ["wool sweater", "wool sweaters", "knit jumper", "pullover"], category: "Tops", usd: [35, 190], vary: "size colour", blurb: "Breathes, warms, and does not scratch.",
    attributes: [e("size", SIZES), e("fibre", "merino|lambswool|cashmere blend|alpaca"), e("neck", "crew neck|turtleneck|V-neck|shawl collar"), n("gauge", "gauge", "+", [5, 7, 12, 16], "gauge"), e("knit", "cable knit|plain knit|ribbed knit"), e("colour", SOFT_COLOURS)] },
  { id: "jeans", names: ["pair of jeans", "jeans", "denim trousers"], category: "Bottoms", usd: [28, 160], vary: "size wash", blurb: "Moves with you.",
    attributes: [e("size", SIZES), e("cut", "slim leg|straight leg|wide leg|tapered leg"), e("wash", "raw indigo|stone wash|faded black|bleached blue"), e("rise", "low rise|mid rise|high rise"), n("stretch", "percent", "+", [0, 1, 2, 4], "stretch"), n("length", "inch", "+", [28, 30, 32, 34], "inside leg")] },
  { id: "leggings", names: ["pair of leggings", "leggings", "training tights"], category: "Bottoms", usd: [14, 95], vary: "size colour", blurb: "Stays up and stays opaque.",
    attributes: [e("size", SIZES), e("length", "ankle length|capri length|stirrup length", "cut length"), e("waist", "high waistband|mid waistband|drawstring waist"), n("compression", "mmHg", "+", [5, 10, 15, 20], "compression"), e("pocket", "side pocket|back pocket|pocketless"), e("colour", COLOURS)] },
  { id: "rain_jacket", names: ["rain jacket", "rain jackets", "raincoat", "waterproof jacket"], category: "Outerwear", usd: [40, 320], vary: "size colour", blurb: "Dry inside, whatever the sky does.",
    attributes: [e("size", SIZES), n("water_column", "mm", "+", [5000, 10000, 15000, 20000], "water column"), e("shell", "two-layer shell|three-layer shell|waxed cotton shell"), n("weight", "g", "-", [180, 300, 450, 700], "weight"), e("hood", "fixed hood|roll-away hood|helmet hood"), e("colour", COLOURS)] },
  { id: "winter_coat", names: ["winter coat", "winter coats", "parka", "padded coat"], category: "Outerwear", usd: [70, 480], vary: "size colour", blurb: "Made for waiting at bus stops.",
    attributes: [e("size", SIZES), e("filling", "duck down|recycled polyester|wool wadding"), n("comfort", "degrees frost", "+", [5, 10, 15, 25], "rated cold"), e("length", "hip length|knee length|ankle length", "cut length"), e("closure", "double zip|storm buttons|toggle closure"), e("colour", COLOURS)] },
  { id: "socks", names: ["pack of socks", "socks", "sock pack"], category: "Underwear", usd: [6, 42], vary: "size colour", compat: "size", returns: "hygiene", blurb: "Do not slip and do not pinch.",
    attributes: [e("size", "EU 35-38|EU 39-42|EU 43-46"), e("fibre", "combed cotton|merino|bamboo viscose|recycled polyamide"), n("pack", "pairs", "+", [1, 3, 5, 7, 10], "pack size"), e("height", "no-show|ankle high|crew high|knee high"), e("colour", COLOURS)] },
  { id: "pyjamas", names: ["pair of pyjamas", "pyjamas", "sleepwear set"], category: "Nightwear", usd: [18, 95], vary: "size pattern", blurb: "For slow Sunday mornings.",
    attributes: [e("size", SIZES), e("fabric", "flannel|satin|cotton jersey|stonewashed linen"), e("sleeves", "short sleeves|long sleeves|sleeveless"), e("pattern", "stripes|polka dots|plain|tartan"), n("pieces", "pieces", "+", [1, 2, 3], "set size")] },
  { id: "scarf", names: ["scarf", "scarves", "neck wrap"], category: "Accessories", usd: [10, 110], vary: "colour", blurb: "Long enough for two turns.",
    attributes: [e("fibre", "cashmere blend|merino|silk|organic cotton"), n("length", "cm", "+", [140, 170, 180, 200], "length"), e("pattern", "tartan|plain|herringbone|floral print"), e("edge", "fringed|hemmed|raw"), e("colour", SOFT_COLOURS)] },
  { id: "leather_belt", names: ["leather belt", "leather belts", "waist belt"], category: "Accessories", usd: [14, 90], vary: "length_class colour", compat: "length_class", blurb: "Gets better with the years.",
    attributes: [e("length_class", "85 cm|95 cm|105 cm|115 cm", "belt size"), e("leather", "full grain|suede|braided leather|vegan leather"), e("buckle", "pin buckle|plate buckle|automatic buckle"), n("width", "mm", "+", [25, 30, 35, 40], "width"), e("colour", "matte black|chestnut brown|cognac|navy blue")] },
  { id: "beanie", names: ["beanie", "beanies", "knit hat", "winter hat"], category: "Accessories", usd: [8, 48], vary: "colour", blurb: "Stays on in the wind.",
    attributes: [e("fibre", "merino|acrylic|cashmere blend|organic cotton"), e("lining", "fleece lining|unlined|silk lining"), e("style", "fold-up brim|slouchy|fisherman"), n("weight", "g", "-", [45, 60, 80, 110], "weight"), e("colour", COLOURS)] },
  { id: "gloves", names: ["pair of gloves", "gloves", "winter gloves"], category: "Accessories", usd: [10, 95], vary: "size colour", blurb: "Warm, and good with a phone.",
    attributes: [e("size", "hand size 6|hand size 7|hand size 8|hand size 9"), e("outer", "goat leather|merino knit|softshell|fleece"), e("lining", "wool lining|down lining|unlined"), e("touch", "touchscreen tips|plain tips|fingerless"), e("colour", COLOURS)] },
]);

export const shoes = department("Shoes", "apparel", ["Comfortable from the first walk.", "Resoled more often than replaced.", "Light on the foot.", "Grips on wet ground."], [
  { id: "running_shoes", names: ["pair of running shoes", "running shoes", "jogging shoes", "runners"], category: "Sport", usd: [50, 220], vary: "size colour", compat: "terrain", blurb: "Turns over quickly and lands softly.",
    attributes: [e("size", SHOES), e("terrain", "road|forest trail|indoor track"), n("drop", "mm", "-", [0, 4, 6, 8, 10], "heel drop"), n("weight", "g", "-", [200, 230, 260, 300], "weight"), e("support", "neutral|overpronation|stability plate"), e("colour", COLOURS)] },
  { id: "hiking_boots", names: ["pair of hiking boots", "hiking boots", "walking boots", "trekking boots"], category: "Outdoor", usd: [70, 320], vary: "size colour", blurb: "For rock, root and mud.",
    attributes: [e("size", SHOES), e("upper", "nubuck leather|full-grain leather|ripstop fabric"), e("shaft", "low shaft|mid shaft|tall shaft"), e("membrane", "waterproof membrane|breathable lining|oiled finish"), n("weight", "g", "-", [400, 520, 650, 800], "weight"), e("colour", "matte black|chestnut brown|forest green|charcoal grey")] },
  { id: "sneakers", names: ["pair of sneakers", "sneakers", "trainers", "canvas shoes"], category: "Everyday", usd: [30, 170], vary: "size colour", blurb: "Goes with nearly everything.",
    attributes: [e("size", SHOES), e("upper", "cotton canvas|smooth leather|suede|recycled mesh"), e("sole", "gum sole|cupsole|foam sole"), e("closure", "laces|hook-and-loop|slip-on"), n("weight", "g", "-", [250, 320, 400, 480], "weight"), e("colour", COLOURS)] },
  { id: "slippers", names: ["pair of slippers", "slippers", "house shoes"], category: "Home", usd: [12, 85], vary: "size colour", returns: "hygiene", blurb: "Warm feet on cold tiles.",
    attributes: [e("size", SHOES), e("upper", "felted wool|sheepskin|terry cotton|corduroy"), e("sole", "rubber sole|suede sole|cork sole"), e("back", "closed heel|open heel|ankle cuff"), e("colour", SOFT_COLOURS)] },
  { id: "sandals", names: ["pair of sandals", "sandals", "summer shoes"], category: "Everyday", usd: [18, 130], vary: "size colour", blurb: "Air for the toes, grip for the street.",
    attributes: [e("size", SHOES), e("strap", "leather strap|webbing strap|rope strap"), e("footbed", "cork footbed|foam footbed|leather footbed"), n("heel", "cm", "-", [1, 2, 4, 6], "heel height"), e("closure", "buckle|hook-and-loop|slip-on"), e("colour", "matte black|chestnut brown|sand beige|terracotta")] },
  { id: "rubber_boots", names: ["pair of rubber boots", "rubber boots", "wellies", "rain boots"], category: "Outdoor", usd: [18, 110], vary: "size colour", blurb: "Puddles welcome.",
    attributes: [e("size", SHOES), e("material", "natural rubber|recycled vinyl|neoprene"), e("height", "ankle high|calf high|knee high"), e("lining", "fleece lining|cotton lining|unlined"), e("colour", COLOURS)] },
]);

export const travel = department("Travel", "standard", ["Checked by people who travel for a living.", "Ready when the taxi is.", "Light, so that there is room for more.", "Zips that do not give up."], [
  { id: "backpack", names: ["backpack", "backpacks", "rucksack", "daypack"], category: "Bags", usd: [25, 210], vary: "colour", blurb: "Everything has its pocket.",
    attributes: [n("capacity", "litres", "+", [14, 20, 25, 32, 45], "capacity"), e("fabric", "recycled polyester|waxed canvas|ballistic nylon|vegan leather"), e("opening", "roll top|zip panel|drawstring hood"), n("laptop", "inch", "+", [13, 14, 15.6, 17], "laptop pocket"), n("weight", "g", "-", [450, 700, 950, 1300], "weight"), e("colour", COLOURS)] },
  { id: "suitcase", names: ["suitcase", "suitcases", "trolley case", "travel case"], category: "Luggage", usd: [50, 420], vary: "colour", compat: "cabin_size", returns: "large", blurb: "Rolls straight, also on cobbles.",
    attributes: [e("cabin_size", "cabin size|medium check-in|family check-in"), e("shell", "polycarbonate|aluminium|ripstop fabric|polypropylene"), n("weight", "kg", "-", [1.9, 2.4, 3.2, 4.5], "weight"), e("wheels", "four spinner wheels|two large wheels|eight twin wheels"), e("lock", "combination lock|key lock|zipless latches"), e("colour", COLOURS)] },
  { id: "duffel_bag", names: ["duffel bag", "duffel bags", "weekend bag", "holdall"], category: "Bags", usd: [28, 230], vary: "colour", blurb: "Packs for a weekend, folds for a drawer.",
    attributes: [n("capacity", "litres", "+", [30, 40, 60, 90], "capacity"), e("fabric", "tarpaulin|waxed canvas|ripstop nylon|full grain leather"), e("carry", "shoulder strap|backpack straps|hand grips only"), e("extra", "shoe compartment|wet pocket|trolley sleeve"), e("colour", COLOURS)] },
  { id: "packing_cubes", names: ["set of packing cubes", "packing cubes", "luggage organisers"], category: "Accessories", usd: [12, 65], vary: "colour", blurb: "A tidy case, also on the way back.",
    attributes: [n("set", "pieces", "+", [3, 4, 6, 8], "set size"), e("fabric", "mesh top|ripstop nylon|recycled polyester"), e("closure", "compression zip|single zip|drawcord"), n("weight", "g", "-", [150, 220, 300, 420], "weight"), e("colour", SOFT_COLOURS)] },
  { id: "travel_pillow", names: ["travel pillow", "travel pillows", "neck pillow"], category: "Accessories", usd: [10, 60], vary: "colour", returns: "hygiene", blurb: "Sleep on the window seat.",
    attributes: [e("filling", "memory foam|inflatable chamber|micro beads"), e("shape", "horseshoe|wrap-around|hoodie style"), n("weight", "g", "-", [90, 180, 280, 380], "weight"), e("cover", "removable fleece cover|cooling cover|fixed velour cover"), e("colour", SOFT_COLOURS)] },
  { id: "toiletry_bag", names: ["toiletry bag", "toiletry bags", "wash bag"], category: "Bags", usd: [10, 75], vary: "colour", blurb: "Hangs where there is no shelf.",
    attributes: [n("capacity", "litres", "+", [2, 3, 5, 8], "capacity"), e("fabric", "waxed canvas|clear vinyl|recycled polyester|vegan leather"), e("style", "hanging hook|flat lay|roll-up"), n("pockets", "pockets", "+", [2, 4, 6, 9], "pockets"), e("colour", COLOURS)] },
  { id: "umbrella", names: ["folding umbrella", "folding umbrellas", "pocket umbrella"], category: "Accessories", usd: [10, 80], vary: "colour", blurb: "Turns inside out and back again.",
    attributes: [n("diameter", "cm", "+", [90, 98, 105, 120], "diameter"), n("ribs", "ribs", "+", [6, 8, 10, 12], "ribs"), e("opening", "automatic opening|manual opening|fully automatic with closing"), e("handle", "wooden crook|rubber grip|loop strap"), e("colour", COLOURS)] },
]);
