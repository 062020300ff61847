//! The codes: stable kebab-case names of what is wrong, each with a default severity and a page.
//!
//! One line a code in `codes!`. The page `docs/codes/<slug>.md` is embedded, so a code without one does not compile;
//! its bad and good examples are tests.

use super::Severity;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident $slug:literal $severity:ident;)*) => {
        /// What can be wrong. The order is alphabetical by slug.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code { $($(#[doc = $doc])* $name,)* }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The stable name.
            pub const fn slug(self) -> &'static str {
                match self { $(Code::$name => $slug,)* }
            }

            /// How bad it is unless a lint level says otherwise.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// The page that `slipyard explain` prints, in Markdown.
            pub const fn page(self) -> &'static str {
                match self { $(Code::$name => include_str!(concat!("../../../../docs/codes/", $slug, ".md")),)* }
            }
        }
    };
}

codes! {
    /// A design advises against it.
    Advice "advice" Warning;
    /// Aliases that stand for each other in a circle.
    AliasCircle "alias-circle" Error;
    /// A kind with several designs needs one named.
    AmbiguousDesign "ambiguous-design" Error;
    /// A name that may mean two things.
    AmbiguousName "ambiguous-name" Error;
    /// A call, stunt or list has the wrong number of arguments.
    ArgumentCount "argument-count" Error;
    /// Aspects that do not tell each phase of a life in its turn.
    AspectPhases "aspect-phases" Warning;
    /// A name with letters that names do not have.
    BadName "bad-name" Error;
    /// The campaign bans it.
    BannedItem "banned" Error;
    /// An ambush that sees nothing of whom it waits for, or cannot be found.
    BlindAmbush "blind-ambush" Warning;
    /// A border between zones that do not touch in the picture.
    BorderApart "border-apart" Warning;
    /// A border written twice.
    BorderTwice "border-twice" Error;
    /// A line about building that an encounter brings in.
    BuiltTooLate "built-too-late" Warning;
    /// Somebody attached to a unit who cannot raise the skill.
    CannotAmplify "cannot-amplify" Error;
    /// A leader whose design has none.
    CannotLead "cannot-lead" Error;
    /// A comparison of a comparison.
    ChainedComparison "chained-comparison" Error;
    /// A cluster whose systems are not all joined.
    ClusterApart "cluster-apart" Error;
    /// A cluster with fewer or more systems than usual.
    ClusterSize "cluster-size" Warning;
    /// Two patches that change the same thing differently.
    ConflictingPatches "conflicting-patches" Error;
    /// Two effects of one thing that cannot both hold.
    ContradictoryEffects "contradictory-effects" Error;
    /// A map with fewer zones than units that fight on it.
    CrowdedMap "crowded-map" Note;
    /// A number that is not whole.
    DecimalNumber "decimal-number" Error;
    /// Packages that depend on each other in a circle.
    DependencyCycle "dependency-cycle" Error;
    /// A rule adds an aspect.
    DerivedAspect "derived-aspect" Note;
    /// An aspect the rules add anyway was written.
    DerivedAspectWritten "derived-aspect-written" Note;
    /// Fewer dice are spent than a background gives.
    DiceLeft "dice-left" Warning;
    /// More dice are spent than a background gives.
    DiceOverspent "dice-overspent" Error;
    /// A doctrine for another kind of play.
    DoctrineOfOtherPlay "doctrine-of-other-play" Error;
    /// Another thing of the catalogue is at least as good in everything and costs no more.
    DominatedDesign "dominated-design" Warning;
    /// An entry that is written once is written again.
    DuplicateEntry "duplicate-entry" Error;
    /// A name is declared twice.
    DuplicateName "duplicate-name" Error;
    /// Two packages of one name.
    DuplicatePackage "duplicate-package" Error;
    /// An effect whose condition is always false.
    EffectNeverApplies "effect-never-applies" Error;
    /// An effect of a ruleset or place that does not say whom it is about.
    EffectWithoutSubject "effect-without-subject" Error;
    /// An effect with a word that no kind of play of its carrier has.
    EffectWrongPlay "effect-wrong-play" Error;
    /// A range with nothing in it.
    EmptyRange "empty-range" Error;
    /// A track of no boxes.
    EmptyTrack "empty-track" Warning;
    /// An `=` or `:` between a key and its value.
    EqualsSign "equals-sign" Error;
    /// Two stunts that exclude each other.
    ExcludedStunt "excluded-stunt" Error;
    /// A track that may not be changed.
    FixedTrack "fixed-track" Error;
    /// A doctrine that rests on one for another kind of play.
    ForeignBase "foreign-base" Error;
    /// A package called `std` that is not the standard library.
    ForeignStd "foreign-std" Error;
    /// A formula has no value: overflow, division by zero, a place outside its list.
    FormulaFault "formula-fault" Error;
    /// A number where a truth value belongs, or the reverse.
    FormulaType "formula-type" Error;
    /// A Cost of 0 or below: simply granted.
    FreeOfCharge "free-of-charge" Note;
    /// Items derived from each other in a circle.
    FromCircle "from-circle" Error;
    /// A base of another kind.
    FromOtherKind "from-other-kind" Error;
    /// Characters that readers do not see, or names that they cannot tell apart.
    HiddenCharacters "hidden-characters" Warning;
    /// A border that no unit of the battle can cross.
    HopelessBorder "hopeless-border" Warning;
    /// Somebody at a station where there is nothing to do.
    IdleStation "idle-station" Warning;
    /// A stunt that does nothing and does not say so.
    IdleStunt "idle-stunt" Error;
    /// A row of a table that no roll comes to.
    ImpossibleRow "impossible-row" Error;
    /// A victory that can never come true.
    ImpossibleVictory "impossible-victory" Error;
    /// A character at two places at once.
    InTwoPlaces "in-two-places" Error;
    /// A letter in a picture that no zone is drawn with.
    LetterWithoutZone "letter-without-zone" Error;
    /// A price or limit on what stands all the time.
    LimitOnStandingEffect "limit-on-standing-effect" Error;
    /// A lock that cannot be read.
    LockFile "lock-file" Error;
    /// A dependency that is not what the lock pins.
    LockMismatch "lock-mismatch" Warning;
    /// A lock that lacks dependencies, or pins some that are gone.
    LockOutdated "lock-outdated" Note;
    /// A modal weapon with fewer than two modes.
    LoneMode "lone-mode" Error;
    /// A ship of somebody's own that trades too little to stay solvent.
    LowTrade "low-trade" Warning;
    /// A value of the manifest of the wrong shape, or none where there must be one.
    Manifest "manifest" Error;
    /// A manifest that is not TOML.
    ManifestSyntax "manifest-syntax" Error;
    /// More slipstreams at one system than rolls can give.
    ManySlipstreams "many-slipstreams" Warning;
    /// Two versions of the same lines, left by version control.
    MergeConflict "merge-conflict" Error;
    /// Aspect slots left empty.
    MissingAspects "missing-aspects" Warning;
    /// A dependency that is not where the manifest says.
    MissingDependency "missing-dependency" Error;
    /// An entry that must be written is missing.
    MissingEntry "missing-entry" Error;
    /// Characters of a wargame that are not made by the same rules.
    MixedCharacters "mixed-characters" Error;
    /// Two stunts that make a weapon modal.
    MixedModes "mixed-modes" Error;
    /// A `+` in a doctrine that changes nothing.
    NeedlessPlus "needless-plus" Warning;
    /// Brackets beyond the limit.
    NestedTooDeeply "nested-too-deeply" Error;
    /// A line of a doctrine that can never fit.
    NeverFits "never-fits" Warning;
    /// Something that lives on another ship, sent out alone.
    NoCarrier "no-carrier" Error;
    /// An actor without a zone to start in.
    NoStartZone "no-start-zone" Error;
    /// A zone that no unit of the battle can leave.
    NoWayOut "no-way-out" Warning;
    /// A name that nobody in the encounter has.
    NobodyCalled "nobody-called" Error;
    /// Somebody or something that this conflict cannot hurt.
    NotACombatant "not-a-combatant" Error;
    /// Something in a gear list that nobody carries.
    NotGear "not-gear" Error;
    /// Something in play from the start that cannot be.
    NotInPlay "not-in-play" Error;
    /// A file that is not UTF-8 text.
    NotUtf8 "not-utf8" Error;
    /// A part that is read by this version but not run yet.
    NotYet "not-yet" Note;
    /// Carrying into an encounter nobody of which was there before.
    NothingToCarry "nothing-to-carry" Warning;
    /// A `without` that takes nothing away.
    NothingToDrop "nothing-to-drop" Warning;
    /// A number beyond the limit.
    NumberTooLarge "number-too-large" Error;
    /// A name that an alias keeps alive.
    OldName "old-name" Note;
    /// What each side of a battle is worth.
    OrderOfBattle "order-of-battle" Note;
    /// A package that is checked with another standard library.
    OtherRules "other-rules" Note;
    /// Units that begin where their leader does not command them.
    OutOfCommand "out-of-command" Warning;
    /// A link that leads out of the package.
    OutsidePackage "outside-package" Error;
    /// More is spent than the technology allows.
    OverBudget "over-budget" Error;
    /// More aboard a carrier than it holds, or others than it takes.
    Overloaded "overloaded" Error;
    /// A patch of the package's own item.
    OwnPatch "own-patch" Error;
    /// A packed dependency of another hash than the manifest asks for.
    PackMismatch "pack-mismatch" Error;
    /// An argument is not of its parameter's kind.
    ParameterKind "parameter-kind" Error;
    /// A skill that is never rolled, put to a roll by a stunt.
    PassiveSkill "passive-skill" Warning;
    /// Rows of a picture that differ in length.
    RaggedPicture "ragged-picture" Warning;
    /// A stunt that is already given for free.
    RedundantStunt "redundant-stunt" Warning;
    /// A file that is no sound pack.
    RefusedPack "refused-pack" Error;
    /// A skill written twice.
    RepeatedSkill "repeated-skill" Error;
    /// A stunt bought more often than allowed.
    RepeatedStunt "repeated-stunt" Error;
    /// A requirement of the design is not met.
    RequirementFailed "requirement-failed" Error;
    /// A standard library that is not the one that is pinned, or two in one program.
    RulesMismatch "rules-mismatch" Error;
    /// Two rulesets that set the same thing differently.
    RulesetsDisagree "rulesets-disagree" Error;
    /// Two systems of a cluster with one initial.
    SameInitial "same-initial" Warning;
    /// A script of dice has too few or too many faces.
    ScriptDice "script-dice" Error;
    /// A line of a script fits no answer, or several.
    ScriptMisfit "script-misfit" Error;
    /// A script names nobody of the encounter.
    ScriptName "script-name" Error;
    /// A line of a script cannot be read.
    ScriptSyntax "script-syntax" Error;
    /// The question a line of a script answers never comes.
    ScriptUnasked "script-unasked" Error;
    /// A design that needs a setting which is not on.
    SettingOff "setting-off" Error;
    /// A value that a setting cannot have.
    SettingValue "setting-value" Error;
    /// A side that nobody is on.
    SideWithoutActors "side-without-actors" Error;
    /// A sink that has an effect.
    SinkWithEffect "sink-with-effect" Error;
    /// A skill that other kinds have.
    SkillNotAllowed "skill-not-allowed" Error;
    /// A skill of another list than the one in use.
    SkillOfOtherList "skill-of-other-list" Error;
    /// Skills that do not make the pyramid or column their design asks for.
    SkillPyramid "skill-pyramid" Error;
    /// A skill without a rank, or a rank nobody can have.
    SkillRank "skill-rank" Error;
    /// A skill whose subjects are not named.
    SkillSubjects "skill-subjects" Warning;
    /// A cluster in which nobody can build a ship that slips.
    SlipstreamGuarantee "slipstream-guarantee" Warning;
    /// A rank is above what the design allows.
    StatAboveCap "stat-above-cap" Error;
    /// A rank is below what the design allows.
    StatBelowZero "stat-below-zero" Error;
    /// A statistic that other designs of the kind have and this one does not.
    StatNotAllowed "stat-not-allowed" Error;
    /// A character with no meaning.
    StrayCharacter "stray-character" Error;
    /// A stunt without the stunt it requires.
    StuntNeedsStunt "stunt-needs-stunt" Error;
    /// A stunt above the item's technology.
    StuntNeedsTech "stunt-needs-tech" Error;
    /// A stunt the design does not sell.
    StuntNotSold "stunt-not-sold" Error;
    /// An aspect that looks as if a stunt excludes it.
    SuspectAspect "suspect-aspect" Warning;
    /// The text cannot be read.
    Syntax "syntax" Error;
    /// A table that rolls on itself.
    TableCircle "table-circle" Error;
    /// A result of the dice that a table has no row for.
    TableGap "table-gap" Error;
    /// A result of the dice that two rows of a table answer.
    TableOverlap "table-overlap" Error;
    /// A technology above the campaign's cap.
    TechAboveCampaign "tech-above-campaign" Error;
    /// A technology at which the design does not work.
    TechOutOfRange "tech-out-of-range" Error;
    /// What a test expects is not so.
    TestFailed "test-failed" Error;
    /// A question that cannot be answered as it is put.
    TestUnanswered "test-unanswered" Error;
    /// Games did not tell whether what a test expects is so.
    TestUndecided "test-undecided" Warning;
    /// A statistic with fewer dice than there must be.
    TooFewDice "too-few-dice" Error;
    /// More than the engine can hold.
    TooLarge "too-large" Error;
    /// More to be done in a social encounter than there is time for.
    TooLittleTime "too-little-time" Warning;
    /// More aspects than slots.
    TooManyAspects "too-many-aspects" Error;
    /// More stunts than allowed.
    TooManyStunts "too-many-stunts" Error;
    /// Training in a skill for which nothing says what it gives.
    TrainingWithoutMeaning "training-without-meaning" Note;
    /// A second leader in a platoon.
    TwoLeaders "two-leaders" Error;
    /// A quote, dash or blank of a word processor.
    TypographicMark "typographic-mark" Error;
    /// A block without its `}`.
    UnclosedBlock "unclosed-block" Error;
    /// A `(` or `[` without its end.
    UnclosedBracket "unclosed-bracket" Error;
    /// A text without its end.
    UnclosedText "unclosed-text" Error;
    /// A skill taken to a world that its owner does not know.
    UncoveredSkill "uncovered-skill" Note;
    /// An aspect that a rule gives, without its condition.
    UnearnedAspect "unearned-aspect" Error;
    /// Forces that the form of battle wants otherwise.
    UnequalForces "unequal-forces" Warning;
    /// Modes that do not spend the same.
    UnequalModes "unequal-modes" Error;
    /// A closing bracket that closes nothing.
    UnexpectedBracket "unexpected-bracket" Error;
    /// A weapon of a technology that is strange to whoever carries it.
    UnfamiliarGear "unfamiliar-gear" Note;
    /// A crew with which a ship cannot be run.
    UnfitCrew "unfit-crew" Error;
    /// An aspect that nothing has, gives or places.
    UnknownAspect "unknown-aspect" Error;
    /// A word that a doctrine's topic does not know.
    UnknownChoice "unknown-choice" Error;
    /// A waiver of something that is not a code, or cannot be allowed.
    UnknownCode "unknown-code" Error;
    /// A design that nothing declares.
    UnknownDesign "unknown-design" Error;
    /// An effect that cannot be read.
    UnknownEffect "unknown-effect" Error;
    /// A key its block does not know.
    UnknownKey "unknown-key" Error;
    /// A kind of thing that no design builds.
    UnknownKind "unknown-kind" Error;
    /// A mark that nothing declares.
    UnknownMark "unknown-mark" Error;
    /// A name that nothing declares.
    UnknownName "unknown-name" Error;
    /// A package that is not a dependency.
    UnknownPackage "unknown-package" Error;
    /// A part that a thing does not have.
    UnknownPart "unknown-part" Error;
    /// A kind of play that does not exist.
    UnknownPlay "unknown-play" Error;
    /// Something a victory condition cannot ask for.
    UnknownPredicate "unknown-predicate" Error;
    /// A test asks for what nobody can answer.
    UnknownQuestion "unknown-question" Error;
    /// A setting that no ruleset declares.
    UnknownSetting "unknown-setting" Error;
    /// A side the encounter does not have.
    UnknownSide "unknown-side" Error;
    /// A key of a ship that is no station.
    UnknownStation "unknown-station" Error;
    /// A task the encounter does not have.
    UnknownTask "unknown-task" Error;
    /// A term that means nothing in a doctrine's condition.
    UnknownTerm "unknown-term" Error;
    /// A topic that the doctrine's kind of play never asks about.
    UnknownTopic "unknown-topic" Error;
    /// A track the design does not have.
    UnknownTrack "unknown-track" Error;
    /// A zone the map does not have.
    UnknownZone "unknown-zone" Error;
    /// An effect in an item, which nobody paid for.
    UnpricedEffect "unpriced-effect" Error;
    /// A goal nobody can get to.
    UnreachableGoal "unreachable-goal" Error;
    /// A line of a doctrine behind one that always decides.
    UnreachableLine "unreachable-line" Warning;
    /// A zone that a side must get to and cannot.
    UnreachableObjective "unreachable-objective" Warning;
    /// A step of a scenario that no course of it comes to.
    UnreachableStep "unreachable-step" Warning;
    /// A zone that no path leads to.
    UnreachableZone "unreachable-zone" Warning;
    /// A thing whose owner lacks the skill it is used with.
    UnskilledGear "unskilled-gear" Note;
    /// Build points left over.
    UnspentPoints "unspent-points" Note;
    /// Gear its owner uses only for a fate point a roll.
    UntrainedGear "untrained-gear" Note;
    /// A pilot who may not fly the ship.
    UntrainedPost "untrained-post" Warning;
    /// A package that nothing uses.
    UnusedDependency "unused-dependency" Warning;
    /// A name that is brought in and not used.
    UnusedUse "unused-use" Warning;
    /// A waiver that waives nothing.
    UnusedWaiver "unused-waiver" Warning;
    /// Sides that do not begin as their form of battle has it.
    UnusualSetUp "unusual-set-up" Warning;
    /// A skill that this kind usually lacks.
    UnusualSkill "unusual-skill" Warning;
    /// A patch that changes nothing.
    UselessPatch "useless-patch" Warning;
    /// A stunt with nothing to act on.
    UselessStunt "useless-stunt" Warning;
    /// A dependency of another version than the one asked for.
    VersionMismatch "version-mismatch" Error;
    /// A victory that holds before anybody acts.
    VictoryAtOnce "victory-at-once" Warning;
    /// Aircraft among a platoon's units, or others attached as aircraft.
    WrongArm "wrong-arm" Error;
    /// A crew that was built for another ship.
    WrongCrew "wrong-crew" Error;
    /// A sign of a code, such as a world's profile, that means nothing where it stands.
    WrongDigit "wrong-digit" Error;
    /// A unit put where it cannot be.
    WrongPlace "wrong-place" Error;
    /// A value of another form than the entry takes.
    WrongValue "wrong-value" Error;
    /// A zone drawn in pieces that do not touch.
    ZoneInPieces "zone-in-pieces" Warning;
    /// A zone whose letter is not in the picture.
    ZoneNotDrawn "zone-not-drawn" Error;
    /// Zones that cover the same ground.
    ZonesOverlap "zones-overlap" Warning;
}

impl Code {
    /// True if an author may allow it in an item with a reason. What the compiler cannot understand cannot be allowed.
    pub const fn waivable(self) -> bool {
        matches!(
            self,
            Code::Advice
                | Code::AspectPhases
                | Code::BannedItem
                | Code::DiceOverspent
                | Code::DominatedDesign
                | Code::EmptyTrack
                | Code::ExcludedStunt
                | Code::FixedTrack
                | Code::FreeOfCharge
                | Code::LowTrade
                | Code::MissingAspects
                | Code::OverBudget
                | Code::PassiveSkill
                | Code::RedundantStunt
                | Code::RepeatedStunt
                | Code::RequirementFailed
                | Code::SettingOff
                | Code::SkillOfOtherList
                | Code::SkillPyramid
                | Code::SkillSubjects
                | Code::StatAboveCap
                | Code::StatBelowZero
                | Code::StuntNeedsStunt
                | Code::StuntNeedsTech
                | Code::StuntNotSold
                | Code::SuspectAspect
                | Code::TechAboveCampaign
                | Code::TechOutOfRange
                | Code::TooFewDice
                | Code::TooManyAspects
                | Code::TooManyStunts
                | Code::TrainingWithoutMeaning
                | Code::UncoveredSkill
                | Code::UnearnedAspect
                | Code::UnequalModes
                | Code::UnfamiliarGear
                | Code::UnpricedEffect
                | Code::UnskilledGear
                | Code::UnspentPoints
                | Code::UntrainedGear
                | Code::UnusualSkill
                | Code::UselessStunt
        )
    }

    /// True if it is said only where a package asks for it in `[lints]`.
    pub const fn off_by_default(self) -> bool {
        matches!(self, Code::DerivedAspect)
    }

    /// The code with this slug.
    pub fn from_slug(slug: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.slug() == slug)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.slug())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        let slug = <&str>::deserialize(deserializer)?;
        Code::from_slug(slug).ok_or_else(|| D::Error::custom("no such code"))
    }
}
