// Names of what the referee's words stand for; looked up with t() where shown.
import { N } from "./i18n.js";

export const GAMES = {
  "eight-ball": N("Eight-ball"),
  "nine-ball": N("Nine-ball"),
  "straight-pool": N("Straight pool (14.1)"),
  "bonus-ball": N("Bonus Ball"),
  "pyramid": N("Russian pyramid"),
};

export const POCKETS = {
  "head-left": N("head left"), "head-right": N("head right"),
  "center-left": N("center left"), "center-right": N("center right"),
  "foot-left": N("foot left"), "foot-right": N("foot right"),
};

export const CAUSES = {
  "starting": N("starting"),
  "no-pictures": N("the camera sends nothing"),
  "looking-for-table": N("looking for the table"),
  "out-of-view": N("the table is out of view"),
  "overloaded": N("pictures were dropped"),
  "paused": N("paused"),
  "ended": N("the recording is over"),
  "failed": N("an error, starting anew"),
  "offline": N("no connection"),
};

export const OBSERVED = {
  double_hit: N("Double hit"), push: N("Push shot"), foot: N("No foot on the floor"),
  touch: N("Ball touched"), deliberate_touch: N("Ball touched on purpose"),
  miscue: N("Miscue on purpose"), not_tip: N("Not with the tip"),
  illegal_jump: N("Illegal jump"), moving: N("Balls still moving"),
  out_of_turn: N("Shot out of turn"), distraction: N("Opponent distracted"),
  interference: N("Interference from outside"),
  not_restorable: N("Position cannot be restored"), slow_play: N("Slow play"),
  stalemate: N("Stalemate"), loss: N("Loss of rack ruled"),
  lag_repeat: N("Lag repeated"), legal_hit: N("Hit was legal"), bad_hit: N("Wrong ball first"),
  score_recorded: N("Score recorded"), foul: N("Another foul"),
  warning: N("Player was warned"), no_warning: N("No warning was given"),
  no_double_hit: N("No double hit"), no_push: N("No push shot"), no_touch: N("Ball not touched"),
};

/** What is offered first when a person saw a foul. */
export const USUAL = ["double_hit", "push", "foot", "touch", "bad_hit", "moving",
  "deliberate_touch", "not_tip", "illegal_jump", "miscue", "out_of_turn", "distraction",
  "interference", "warning", "no_double_hit", "no_touch", "legal_hit", "slow_play",
  "stalemate", "loss", "foul"];

export const OPTIONS = {
  accept: N("Play on from here"), pass_back: N("Opponent must shoot again"),
  rerack_self: N("Rack again, I break"), rerack_opponent: N("Rack again, opponent breaks"),
  in_hand: N("Cue ball in hand"), spot_8: N("Spot the 8"),
  spot_nearest: N("Spot the nearest ball"), break: N("I break"), cede: N("Opponent breaks"),
};

export const DECLARED = {
  safety: N("Safety"), push_out: N("Push-out"), frozen: N("Frozen ball"),
  extension: N("Extension"),
};

export const PLACES = {
  as_it_lies: N("cue ball as it lies"), in_hand: N("ball in hand"),
  in_hand_behind_head_string: N("in hand behind the head string"),
};

export const GROUPS = { solids: N("solids"), stripes: N("stripes") };

export const COLOURS = {
  purple: N("purple"), orange: N("orange"), bonus: N("Bonus"), unknown: N("unknown"),
};

export const ORDERS = {
  winner: N("winner breaks"), loser: N("loser breaks"), alternate: N("alternate breaks"),
  trailing: N("trailing player breaks"),
};

export const TABLES = {
  "pool-7ft": N("Pool 7 ft"), "pool-8ft": N("Pool 8 ft"), "pool-9ft": N("Pool 9 ft"),
  "pyramid-8ft": N("Pyramid 8 ft"), "pyramid-9ft": N("Pyramid 9 ft"),
  "pyramid-10ft": N("Pyramid 10 ft"), "pyramid-11ft": N("Pyramid 11 ft"),
  "pyramid-12ft": N("Pyramid 12 ft"), "snooker-12ft": N("Snooker 12 ft"),
};

export const PROVISIONAL = {
  "shot-began": N("Shot under way"),
  "cue-ball-pocketed": N("Cue ball pocketed"),
  "ball-pocketed": N("Ball pocketed"),
  "balls-at-rest": N("Ruling follows"),
};

export const RULINGS = {
  legal: N("LEGAL"), foul: N("FOUL"), review: N("REVIEW"), undone: N("TAKEN BACK"),
  replay: N("PLAY AGAIN"), rack: N("RACK WON"), match: N("MATCH WON"), push_out: N("PUSH-OUT"),
};

export const ROLES = {
  viewer: N("viewer"), player: N("player"), referee: N("referee"), none: N("not paired"),
};

/** What the referee says when something cannot be; {words} stand for anything. */
export const REFUSALS = [
  N("no match is being played: start one first"),
  N("a match goes on: end it first"),
  N("the shot is under way: it is too late to call"),
  N("this cannot be entered for shot {number}: shot {next} is next"),
  N("a choice is made after the last shot, {number}, only"),
  N("after shot {number} {option} cannot be chosen: {options} can"),
  N("there is no entry {number} to withdraw"),
  N("there is no shot {number} in this match"),
  N("{ball} is no ball of {game}"),
  N("two balls cannot have one name"),
  N("shot {number}: the ruling asks for no review"),
  N("the match is over"),
  N("nothing can be stored at the moment: {cause}"),
  N("this is for a referee"),
  N("this is for a player"),
  N("show a token: scan the QR code to pair"),
  N("this token is not known: scan the QR code again"),
  N("too many requests"),
];
